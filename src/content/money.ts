import type { EntryKind, FeeEvent } from '#/contracts/money/money.ts'

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

/** What the entry of a fee says. */
export const chargedFor: Record<FeeEvent, string> = {
  accepted: 'Request accepted',
  done: 'Job done',
}
