import type {
  DeclineReason,
  HandBackReason,
  LostReason,
  OfferEnd,
  OfferState,
  Outcome,
} from '#/contracts/referrals/offer-states.ts'

/** For the owner and contractors. */
export const outcomeLabels: Record<Outcome, string> = {
  open: 'Open',
  matched: 'Matched',
  done: 'Done',
  lost: 'Lost',
}

/** For the owner. */
export const offerStateLabels: Record<OfferState, string> = {
  open: 'Asked',
  accepted: 'Accepted',
  declined: 'Declined',
  expired: 'No answer',
  withdrawn: 'Withdrawn',
  taken: 'Too late',
  'handed-back': 'Handed back',
  undelivered: 'Email not delivered',
  ended: 'Closed',
}

/** For the owner and contractors. */
export const lostReasonLabels: Record<LostReason, string> = {
  duplicate: 'Duplicate',
  'out-of-area': 'Out of area',
  'wrong-service': 'Wrong service',
  unreachable: 'Unreachable',
  'chose-another': 'Chose another company',
  'no-longer-needed': 'No longer needed',
  cancelled: 'Canceled by the customer',
}

/** What a contractor says became of it, as its visitor reads it. */
export const reportedToVisitor: Record<LostReason, string> = {
  duplicate: 'this is the same job as another request of yours',
  'out-of-area': 'the work is outside the area they serve',
  'wrong-service': 'this is not work they do',
  unreachable: 'they could not reach you',
  'chose-another': 'you chose another company',
  'no-longer-needed': 'you no longer need this work',
  cancelled: 'you no longer need this work',
}

/** For the owner and contractors. */
export const handBackReasonLabels: Record<HandBackReason, string> = {
  'too-busy': 'Too busy',
  'cannot-reach': 'We cannot reach the customer',
  'too-far': 'Too far',
  'not-our-work': 'Not our kind of work',
  other: 'Another reason',
}

export const declineReasonLabels: Record<DeclineReason, string> = {
  'too-busy': 'Too busy',
  'too-far': 'Too far',
  'not-our-work': 'Not our kind of work',
  other: 'Another reason',
}

/** The page of an offer, which a contractor opens by a link. {company} is the contractor's. */
export const offerPage = {
  title: 'A request for {company}',
  facts: {
    service: 'Service',
    where: 'Where',
    preferredTime: 'Best time to call',
    anyTime: 'Any time',
    reference: 'Reference',
    callAt: 'You call at',
    photos: 'Photos',
    /** Other requests of one person, which go with this one. */
    others: 'Same customer also needs',
  },
  photo: 'Photo {number}',
  photosOnPage: '{count}, on the offer page',
  emergency: 'Emergency',
  call: 'Call {phone}',
  open: {
    heading: 'Can you take this request?',
    text: '{company}, you have until {time} to accept. The first to accept gets the job.',
    /** Once the time is over, while nobody has it. */
    lateText:
      '{company}, you had until {time} to answer. No one has accepted it yet, so you still can.',
    work: 'The job',
    hidden: 'You get the name, phone number and all details when you accept.',
    link: 'This link works until {time}. If you accept, it goes on to show you the request for as long as it is yours. Anyone who has the link can answer for you, so please do not pass it on.',
    lateLink:
      'This link works until someone has the request. If you accept, it goes on to show it to you for as long as it is yours. Anyone who has the link can answer for you, so please do not pass it on.',
    accept: {
      heading: 'Yes, we take it',
      callAt: 'When will you call them?',
      hint: {
        told: 'Eastern time. We tell the customer to expect your call.',
        untold: 'Eastern time. We cannot email this customer, so they only know once you call.',
      },
      button: 'Accept this request',
    },
    decline: {
      heading: 'No, not this one',
      reason: 'Why not?',
      choose: 'Choose a reason',
      hint: 'We will look for another contractor.',
      button: 'Decline',
    },
  },
  accepted: {
    heading: 'This request is yours',
    text: 'Please call {visitor} {time}.',
    textWithoutTime: 'Please call {visitor} as soon as you can.',
    /** Once the time of the call is over, and nobody has said that they have spoken. */
    passed:
      'You said that you would call {visitor} {time}. If you have not, please call now. When you have spoken, tell us below.',
    spoken: 'You and {visitor} have spoken. Tell us how it turns out.',
    onTheWay: 'You told us {time} that you are on the way to {visitor}.',
    details: 'Job details',
    over: {
      done: 'This work is done. Thank you.',
      lost: 'It was closed: {reason}. You do not need to call.',
    },
    overHeadings: { done: 'This job is done', lost: 'This request is closed' },
    visit: {
      heading: 'Before you go',
      spoken: 'We have spoken',
      spokenHint:
        'Tell us once you have the customer on the phone. Until then we expect your call.',
      onTheWay: 'We are on our way',
      onTheWayHint: {
        told: 'We tell the customer right away.',
        untold: 'We cannot email this customer: please call them too.',
      },
      callTime: {
        open: 'Change the time of the call',
        label: 'When will you call them?',
        hint: {
          told: 'Eastern time. We tell the customer about the new time.',
          untold: 'Eastern time. We cannot email this customer: please tell them.',
        },
        button: 'Save the new time',
      },
      handBack: {
        open: "We can't do it after all",
        text: {
          told: 'The request goes back to us. We tell the customer, and look for another contractor.',
          untold: 'The request goes back to us, and we look for another contractor.',
        },
        reason: 'Why not?',
        button: 'Yes, give it back',
      },
    },
    report: {
      heading: 'How did it turn out?',
      text: 'Tell us when the work is done, or if nothing came of it.',
      done: {
        open: 'The work is done',
        text: {
          told: 'Is all of the work finished? We tell the customer, and close the request.',
          untold: 'Is all of the work finished? We close the request.',
        },
        value: 'What did the job come to?',
        valueHint: 'In dollars, such as 450 or 1,234.50. Optional.',
        button: 'Yes, the work is done',
      },
      lost: {
        open: 'Nothing came of it',
        text: 'We close the request, and ask the customer whether that is right. If they still need help, we ask another contractor.',
        reason: 'Why?',
        button: 'Yes, nothing came of it',
      },
      choose: 'Choose a reason',
    },
  },
  /** What the contractor pays for it. */
  fees: {
    heading: 'What it costs',
    /** Before the yes. */
    ahead: { accepted: '{price} if you accept', done: '{price}, once it is done' },
  },
  ended: {
    declined: {
      heading: 'You declined this request',
      text: 'Thanks for letting us know. We will look for another contractor.',
    },
    expired: {
      heading: 'Time is up',
      text: 'The time to answer has passed. We will be glad to ask you about the next one.',
    },
    withdrawn: {
      heading: 'This offer was withdrawn',
      text: 'The customer no longer needs a contractor, or it was arranged another way. You do not need to do anything.',
    },
    /** To who had said yes. */
    recalled: {
      heading: 'This request is no longer yours',
      text: 'It is with us again, or was arranged another way. Please do not call the customer.',
    },
    /** To who had done it. */
    reopened: {
      heading: 'This request is no longer yours',
      text: 'The customer told us that they still need help, so we opened the request again, and it is with us now. Please do not call them until you hear from us. If you want to put it right, call us.',
    },
    taken: {
      heading: 'This request is taken',
      text: 'Another contractor accepted first. We will be glad to ask you about the next one.',
    },
    'handed-back': {
      heading: 'You gave this request back',
      text: 'It is not yours any more. You do not need to do anything.',
    },
    undelivered: {
      heading: 'This request is no longer yours to answer',
      text: 'Our email to you could not be delivered in time. Please call us to check the address that we have for you.',
    },
    lapsed: {
      heading: 'We cannot offer you this request',
      text: 'The license or insurance we have on file for you has expired. Call us with the new date and we can offer you requests again.',
    },
    removed: {
      heading: 'This request is not yours',
      text: 'Your company is no longer on our contractor list, so this link shows nothing. If you were going to call or visit a customer of ours, please do not. If this is a mistake, call us.',
    },
  } satisfies Record<OfferEnd, { heading: string; text: string }>,
  /** Before a call at night is promised. */
  night: {
    ask: 'That time is at night. Please choose one in the day, or check the box below.',
    confirm: 'Yes, call at night',
  },
  problems: {
    callAt: 'Please choose a date and a time.',
    callAtPast: 'That time has passed. Please choose a later one.',
    callAtFar: 'Please choose a time within the next two weeks.',
    agreedFar: 'Please check the date: it is more than 90 days from now.',
    reason: 'Please choose a reason.',
    jobValue:
      'Please enter an amount in dollars up to 1,000,000, such as 450 or 1,234.50, or leave it empty.',
  },
  missing: {
    heading: 'We cannot find this offer',
    text: 'The link may be incomplete, or the request was deleted. Please check the email again, or call us.',
  },
  questions: 'Questions? Call us {hours}.',
} as const
