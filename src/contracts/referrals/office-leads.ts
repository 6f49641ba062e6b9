import type { LeadDetails } from '../leads/inbox.ts'
import { defaultAddress } from '../leads/lead-fields.ts'
import type { Ranking } from './contractors.ts'
import type { Referral } from './offers.ts'
import type { Rating } from './ratings.ts'
import type { Additions } from './requests.ts'

/** All that the panel of a lead shows, but for what was sent. */
export type LeadPanel = LeadDetails & {
  referral: Referral
  /** Who fits, while it can be offered; else null. */
  ranking: Ranking | null
  additions: Additions
  rating: Rating | null
}

/** In the list of towns: the work is in none of them. */
export const outsideTowns = 'outside'

type TypedField = 'name' | 'phone' | 'email' | 'address' | 'town' | 'service'

/** The fields of a lead that a user can correct, as a form of the office has them. */
export type OfficeLead = Record<TypedField, string> & { cannotWait: boolean }

export type CorrectableField = keyof OfficeLead

/** Returns the fields of a lead as its form shows them. */
export const officeValues = (
  lead: Pick<LeadDetails, Exclude<keyof OfficeLead, 'phone'> | 'phoneAsTyped' | 'isOutside'>,
): OfficeLead => ({
  name: lead.name,
  phone: lead.phoneAsTyped,
  email: lead.email,
  address: lead.address === defaultAddress ? '' : (lead.address ?? ''),
  town: lead.isOutside ? outsideTowns : (lead.town ?? ''),
  service: lead.service,
  cannotWait: lead.cannotWait,
})
