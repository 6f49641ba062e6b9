import type { Database } from '#/server/db/database.ts'
import { AppError } from '#/server/http/errors.ts'
import { recordOnLead } from '#/server/leads/lead-changes.ts'
import { followVisitor } from '#/server/referrals/offers/outcome.ts'
import type { Random } from './random.ts'
import type { Team } from './team.ts'
import type { Timeline } from './timeline.ts'

/** What everybody in the demo acts on. */
export type World = {
  db: Database
  random: Random
  team: Team
  plan: Timeline['plan']
  /** Mails leave a few seconds after something has queued them. */
  sendSoon: (now: Date) => void
}

/** How the product records what happens to a lead. */
export const record = recordOnLead

/** How it records what a visitor does. */
export const byVisitor = followVisitor(recordOnLead)

/** Does what may have become impossible meanwhile: an offer of a request that was withdrawn. */
export async function unlessTooLate(act: () => Promise<unknown>): Promise<boolean> {
  try {
    await act()
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'conflict') return false
    throw error
  }
}
