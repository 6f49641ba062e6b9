import type { DeclineReason, LostReason, OfferState, Outcome } from '#/contracts/offer-states.ts'
import { business } from './business.ts'

/** Outcomes as the owner and contractors read them. */
export const outcomeLabels: Record<Outcome, string> = {
  open: 'Open',
  matched: 'Matched',
  done: 'Done',
  lost: 'Lost',
}

/** Why a request was lost, as the owner and contractors read it. */
export const lostReasonLabels: Record<LostReason, string> = {
  duplicate: 'Duplicate',
  'out-of-area': 'Out of area',
  'wrong-service': 'Wrong service',
  unreachable: 'Unreachable',
  'chose-another': 'Chose another',
  'no-longer-needed': 'No longer needed',
}

/** Why a contractor says no. */
export const declineReasonLabels: Record<DeclineReason, string> = {
  'too-busy': 'No time for it',
  'too-far': 'Too far away',
  'not-our-work': 'Not our kind of work',
  other: 'Another reason',
}

/** The page of an offer, which a contractor opens by a link. {company} is theirs. */
export const offerPage = {
  title: 'A request for {company}',
  facts: {
    service: 'Service',
    where: 'Where',
    preferredTime: 'Wants to be called',
    anyTime: 'At any time',
    name: 'Name',
    phone: 'Phone',
    email: 'Email',
    address: 'Address',
    message: 'Details',
    none: 'None given',
    reference: 'Reference',
    callAt: 'You call them',
    photos: 'Photographs',
  },
  photo: 'Photograph {number}',
  photosOnPage: '{count}, on the page of the offer',
  emergency: 'Emergency',
  call: 'Call {phone}',
  open: {
    heading: 'Can you take this request?',
    text: '{company}, you can accept it until {time}. The first to accept gets it.',
    work: 'What it is',
    hidden: 'You get the name, the phone number and all details when you accept.',
    accept: {
      heading: 'Yes, we take it',
      callAt: 'When will you call them?',
      hint: 'Local time. We tell the customer that you call then.',
      button: 'Accept this request',
    },
    decline: {
      heading: 'No, not this one',
      reason: 'Why not?',
      choose: 'Choose a reason',
      hint: 'Then we look for another contractor.',
      button: 'Decline',
    },
  },
  accepted: {
    heading: 'This request is yours',
    text: 'Please call {visitor} on {time}.',
    textWithoutTime: 'Please call {visitor} as soon as you can.',
    details: 'The details',
    over: {
      done: 'This work is done. Thank you.',
      lost: 'This request is closed: {reason}. There is no need to call any more.',
    },
    report: {
      heading: 'What became of it?',
      text: 'Tell us when the work is done, or when nothing comes of it.',
      done: 'The work is done',
      lost: 'Nothing came of it',
      reason: 'Why?',
      choose: 'Choose a reason',
    },
  },
  ended: {
    declined: {
      heading: 'You declined this request',
      text: 'Thank you for telling us. We will ask somebody else.',
    },
    expired: {
      heading: 'The time to answer is over',
      text: 'We had to ask the next contractor. We will be glad to ask you again with another request.',
    },
    withdrawn: {
      heading: 'This offer was withdrawn',
      text: 'The request needs no contractor from us any more, or we have arranged it another way. There is nothing to do.',
    },
    taken: {
      heading: 'This request is taken',
      text: 'Another contractor was quicker. We will be glad to ask you again with another one.',
    },
  } satisfies Record<Exclude<OfferState, 'open' | 'accepted'>, { heading: string; text: string }>,
  problems: {
    callAt: 'Please choose a date and a time.',
    callAtPast: 'This time is over. Please choose a later one.',
    callAtFar: 'Please choose a time within the next two weeks.',
    agreedFar: 'Please check the date: it is more than 90 days from now.',
    reason: 'Please choose a reason.',
    lapsed:
      'The license or the insurance that we have of you on file has lapsed, so we cannot give you this request. Please call us.',
  },
  missing: {
    heading: 'We cannot find this offer',
    text: 'The link may be incomplete, or the request was deleted. Please look at the mail again, or call us.',
  },
  questions: `Questions? We are there ${business.hours.short}.`,
} as const
