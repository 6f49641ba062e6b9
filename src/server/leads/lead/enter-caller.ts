import type { DatabaseHandle } from '#/server/db/database.ts'
import { createSubmitLead } from '../take/submit-lead.ts'
import type { Caller } from './caller-schemas.ts'
import { placeChosen } from './correct-lead.ts'

/**
 * Makes the function that stores a caller's request, as a user has entered it, and returns its number.
 * It goes the same way as one from the form. The same `submissionId` again is the same request.
 */
export function createEnterCaller(database: DatabaseHandle) {
  const submitLead = createSubmitLead(database)
  return async (caller: Caller, actor: string): Promise<number> => {
    const { town, cannotWait, ...submission } = caller
    const { id } = await submitLead({
      submission,
      // By itself: only the limits to an address and of an hour count.
      confirmationClient: submission.submissionId,
      entry: { actor, cannotWait, ...(town && { place: placeChosen(town) }) },
    })
    return id
  }
}
