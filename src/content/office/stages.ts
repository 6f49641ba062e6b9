import type { Stage, WaitsFor } from '#/contracts/leads/lead-stage.ts'
import type { LeadOrder } from '#/contracts/limits.ts'
import type { OwnerReason } from '#/contracts/referrals/offer-states.ts'

/** The choices of the owner's filter by stage. */
export const stageLabels: Record<Stage, string> = {
  held: 'Held as spam',
  new: 'New',
  asked: 'Asked',
  matched: 'Matched',
  ours: 'Needs your decision',
  done: 'Done',
  lost: 'Lost',
  cancelled: 'Canceled',
  joined: 'Joined to another',
}

/** Who has to do something next. */
export const waitsForLabels: Record<WaitsFor, string> = {
  us: 'Needs action',
  contractor: 'Waiting on contractor',
  visitor: 'Waiting on customer',
  later: 'Snoozed',
  nobody: 'Closed',
}

/** The orders of the owner's list. */
export const orderLabels: Record<LeadOrder, string> = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  waiting: 'Needs action first',
}

/** How far a request has come, for the owner. {company} is the contractor's, {time} a day and an hour. */
export const stageTexts = {
  new: 'No contractor yet',
  called: 'Called, no contractor yet',
  placeAsked: 'Asked the customer for the town',
  asking: 'Asking {company}: the email is on its way',
  asked: 'Asked {company}, answer due {time}',
  calls: 'Matched: {company} calls {time}',
  callMissed: 'Call not confirmed: {company}, set for {time}',
  callMissedWithoutTime: 'Call not confirmed: {company}',
  wasToCall: 'Matched: {company}, call set for {time}',
  matched: 'Matched: {company}',
  spoken: 'Matched: {company}, they’ve talked',
  /** Nothing was heard of the work for long. */
  quiet: 'No update on the job: {company}',
  done: 'Done by {company}',
  doneByUs: 'Done',
  lost: 'Lost: {reason}',
  /** Its contractor says so, and the customer can say that it is not so. */
  reported: '{company} says it was lost: {reason}',
  cancelled: 'Canceled by the customer',
  held: 'Held as spam',
  joined: 'Joined to request {other}',
} as const

/** Why a request is the owner's to decide. */
export const ownerReasonTexts: Record<OwnerReason, string> = {
  'nobody-left': 'No contractor found yet',
  'taken-back': 'Withdrawn, no contractor now',
  removed: 'Its contractor was removed',
  'handed-back': 'Handed back, no contractor now',
  reopened: 'Still needs help',
  'unknown-place': 'We don’t know the town',
  outside: 'Outside our area',
  parted: 'Split off, no contractor yet',
  reported: 'The contractor says it didn’t work out. Please call the customer',
}
