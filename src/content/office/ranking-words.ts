import type { OfferState } from '#/contracts/referrals/offer-states.ts'

/** What was asked of a contractor for this very request, by the state of their last offer. */
export const ofThisLeadInWords: Partial<Record<OfferState, string>> = {
  open: 'Being asked now',
  accepted: 'Said yes to this request',
  declined: 'Said no to this request',
  expired: 'Didn’t answer in time',
  withdrawn: 'This request was withdrawn from them',
  'handed-back': 'Handed this request back',
  ended: 'Had this request when it closed',
  undelivered: 'Our email about this request didn’t reach them',
}

/** What the contractors who are listed for a request have in common: their work, and where they work. */
export const rankingReasons = {
  urgent: 'All answer emergencies around the clock',
  unsure: 'We don’t know the service yet, so we don’t check who does it',
  service: 'All do {service}',
  town: 'All work in {town}',
  outside: 'The job is outside our towns, so we don’t check which towns they serve',
  unknown: 'We don’t know the town, so we don’t check which towns they serve',
} as const
