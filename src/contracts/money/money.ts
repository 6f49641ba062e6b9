/** When a fee is due: with the contractor's yes, or once the work is done. */
export const feeEvents = ['accepted', 'done'] as const

export type FeeEvent = (typeof feeEvents)[number]

/** A fee and a reversal of a payment are positive, a credit, a payment and a reversal of a fee negative. */
export type EntryKind = 'fee' | 'credit' | 'payment' | 'reversal'

/** What the team enters by hand. */
export const enteredKinds = ['payment', 'credit', 'fee'] as const satisfies EntryKind[]

/** In UTF-16 code units: what is written beside an entry. */
export const entryTextLimit = 200

/** Every month has such a day. */
export const latestStatementDay = 28

/** In the results: what stands for an entry that no lead is behind. */
export const byHand = 'by hand'
