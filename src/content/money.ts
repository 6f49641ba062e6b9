import type { CreditReason, EntryKind, FeeEvent } from '#/contracts/money/money.ts'

/** For the owner and contractors. */
export const creditReasonLabels: Record<CreditReason, string> = {
  'wrong-number': 'Wrong number',
  outside: 'Outside my towns',
  'not-a-request': 'Not a real request',
  repeat: 'A repeat of another request',
}

export const entryKindLabels: Record<EntryKind, string> = {
  fee: 'Fee',
  credit: 'Credit',
  payment: 'Payment received',
  reversal: 'Reversal',
}

export const feeEventLabels: Record<FeeEvent, string> = {
  accepted: 'When they accept',
  done: 'When the job is done',
}
