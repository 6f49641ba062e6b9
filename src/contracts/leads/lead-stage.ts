/**
 * How far a lead has come. `held`: it looks like spam. `asked`: contractors can still say yes. `matched`: one
 * has said yes. `ours`: nobody could be asked, or it came back. `cancelled`: its visitor withdrew it.
 * `joined`: it goes with an earlier open request of the same person.
 */
export const stages = [
  ...(['held', 'new', 'asked', 'matched', 'ours'] as const),
  ...(['done', 'lost', 'cancelled', 'joined'] as const),
] as const

export type Stage = (typeof stages)[number]

/** The choices of the filter. `closed`: over, and never contacted; what is neither is new. */
export const leadStatuses = ['all', 'new', 'contacted', 'closed'] as const

export type LeadStatus = (typeof leadStatuses)[number]

/** Who has to do something next; nobody once it is over. `later`: us, but out of sight until a day. */
export const waitsFor = ['us', 'contractor', 'visitor', 'later', 'nobody'] as const

export type WaitsFor = (typeof waitsFor)[number]

/** How much of the promised time has passed: less than half, half of it, all of it. */
export type Lateness = 'fine' | 'late' | 'overdue'
