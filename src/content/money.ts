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
