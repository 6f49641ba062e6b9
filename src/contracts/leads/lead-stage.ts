// Without zod, because the browser needs these words too.

/**
 * How far a lead has come. `asked`: contractors can still say yes. `matched`: one has said yes.
 * `cancelled`: its visitor withdrew it. `nobody-left`: no contractor has it and none is asked, so that it
 * is the owner's. It is derived from what is stored, and itself stored nowhere.
 */
export const stages = [
  'new',
  'asked',
  'matched',
  'nobody-left',
  'done',
  'lost',
  'cancelled',
] as const

export type Stage = (typeof stages)[number]

/** Who has to do something next; nobody once it is over. `later`: us, but not before its reminder. */
export const waitsFor = ['us', 'contractor', 'visitor', 'later', 'nobody'] as const

export type WaitsFor = (typeof waitsFor)[number]

/** What a time of waiting is counted in: opening hours, or all hours of the day for an emergency. */
export const clocks = ['opening', 'wall'] as const

export type Clock = (typeof clocks)[number]

/** How much of the promised time has passed: less than half, half of it, all of it. */
export const latenesses = ['fine', 'late', 'overdue'] as const

export type Lateness = (typeof latenesses)[number]

/** The stages in which a lead is over. */
export type OverStage = Extract<Stage, 'done' | 'lost' | 'cancelled'>
