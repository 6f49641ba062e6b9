import { findFitting } from '../contractors/who-fits.ts'
import { findContractor } from './eligible.ts'
import type { ChooseContractor } from './next-offer.ts'

/** The first in the order of the ranking who was not asked before. */
export const chooseContractor: ChooseContractor = async (tx, lead, askedBefore) => {
  for (const contractorId of await findFitting(tx, lead.id, lead.now)) {
    if (askedBefore.includes(contractorId)) continue
    // Locked from here on: their papers must still be valid when the offer is stored.
    const contractor = await findContractor(tx, contractorId, lead.now)
    if (contractor?.isEligible) return contractor
  }
  return undefined
}
