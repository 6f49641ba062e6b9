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
  duplicate: 'this is the same job as your other request',
  'out-of-area': 'the work is outside the area they serve',
  'wrong-service': 'this isn’t work they do',
  unreachable: 'they couldn’t reach you',
  'chose-another': 'you chose another company',
  'no-longer-needed': 'you no longer need this work',
  cancelled: 'you no longer need this work',
}

/** For the owner and contractors. */
export const handBackReasonLabels: Record<HandBackReason, string> = {
  'too-busy': 'Too busy',
  'cannot-reach': 'We can’t reach the customer',
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
  title: 'A job for {company}',
  facts: {
    service: 'Service',
    where: 'Where',
    preferredTime: 'Best time to call',
    anyTime: 'Any time',
    reference: 'Reference',
    callAt: 'Your call time',
    photos: 'Photos',
    /** Other requests of one person, which go with this one. */
    others: 'Same customer also needs',
  },
  photo: 'Photo {number}',
  photosOnPage: '{count} (see the link below)',
  emergency: 'Emergency',
  call: 'Call {phone}',
  open: {
    heading: 'Can you take this job?',
    text: '{company}, you have until {time} to accept. The first to accept gets the job.',
    /** Once the time is over, while nobody has it. */
    lateText:
      '{company}, you had until {time} to answer. No one has accepted it yet, so you still can.',
    work: 'The job',
    hidden: 'You’ll get the name, phone number and all the details when you accept.',
    link: 'This link works until {time}. If you accept, it keeps working while the job is yours. Anyone who has the link can answer for you, so please don’t share it.',
    lateLink:
      'This link works until someone takes the job. If you accept, it keeps working while the job is yours. Anyone who has the link can answer for you, so please don’t share it.',
    accept: {
      heading: 'Yes, we’ll take it',
      callAt: 'When will you call them?',
      hint: {
        told: 'Eastern time. We’ll tell the customer to expect your call.',
        untold:
          'Eastern time. We can’t email this customer, so your call will be the first they hear of you.',
      },
      button: 'Accept this job',
    },
    decline: {
      heading: 'No, not this one',
      reason: 'Why not?',
      choose: 'Choose a reason',
      hint: 'We’ll look for another contractor.',
      button: 'Decline',
    },
  },
  accepted: {
    heading: 'This job is yours',
    text: 'Please call {visitor} on {time}.',
    textWithoutTime: 'Please call {visitor} as soon as you can.',
    /** Once the time of the call is over, and nobody has said that they have spoken. */
    passed:
      'You said you’d call {visitor} on {time}. If you haven’t, please call now. Once you’ve talked, tell us below.',
    spoken: 'You and {visitor} have talked. Tell us how it turns out.',
    onTheWay: 'You told us you’re on the way to {visitor} ({time}).',
    details: 'Job details',
    over: {
      done: 'Thank you for letting us know.',
      lost: 'It was closed. Reason: {reason}. You don’t need to call.',
    },
    overHeadings: { done: 'This job is done', lost: 'This job is closed' },
    visit: {
      heading: 'Before you go',
      spoken: 'We talked',
      spokenHint:
        'Tell us once you’ve talked with the customer. Until then, we’re expecting you to call.',
      onTheWay: 'We’re on our way',
      onTheWayHint: {
        told: 'We’ll tell the customer right away.',
        untold: 'We can’t email this customer, so please call them too.',
      },
      callTime: {
        open: 'Change the time of the call',
        label: 'When will you call them?',
        hint: {
          told: 'Eastern time. We’ll tell the customer about the new time.',
          untold: 'Eastern time. We can’t email this customer, so please tell them.',
        },
        button: 'Save the new time',
      },
      handBack: {
        open: 'We can’t do it after all',
        text: {
          told: 'The job goes back to us. We’ll tell the customer and look for another contractor.',
          untold: 'The job goes back to us, and we’ll look for another contractor.',
        },
        reason: 'Why not?',
        button: 'Yes, give it back',
      },
    },
    report: {
      heading: 'How did it turn out?',
      text: 'Tell us when the work is done, or if it didn’t work out.',
      done: {
        open: 'The work is done',
        text: {
          told: 'Is all the work finished? We’ll tell the customer and close the job.',
          untold: 'Is all the work finished? We’ll close the job.',
        },
        value: 'What did the job come to?',
        valueHint: 'In dollars, such as 450 or 1,234.50. Optional.',
        button: 'Yes, the work is done',
      },
      lost: {
        open: 'It didn’t work out',
        text: {
          told: 'We’ll close the job and ask the customer whether that’s right. If they still need help, we’ll ask another contractor.',
          untold: 'The job goes back to us, and we’ll call the customer.',
        },
        reason: 'Why?',
        button: 'Yes, it didn’t work out',
      },
      choose: 'Choose a reason',
    },
  },
  /** What the contractor pays for it. */
  fees: {
    heading: 'What it costs',
    /** Before the yes. */
    ahead: { accepted: '{price} if you accept', done: '{price} when the job is done' },
  },
  ended: {
    declined: {
      heading: 'You declined this job',
      text: 'Thanks for letting us know. We’ll look for another contractor.',
    },
    expired: {
      heading: 'Time is up',
      text: 'The time to answer has passed. We’ll ask you about the next one.',
    },
    withdrawn: {
      heading: 'This offer was withdrawn',
      text: 'The customer no longer needs a contractor, or other arrangements were made. There’s nothing you need to do.',
    },
    /** To who had said yes. */
    recalled: {
      heading: 'This job is no longer yours',
      text: 'It’s back with us, or other arrangements were made. Please don’t call the customer.',
    },
    /** To who had said how it turned out. */
    reopened: {
      heading: 'This job is no longer yours',
      text: 'The customer still needs help, so we’ve reopened the request and are handling it. Please don’t call them until you hear from us. If you want to make it right, call us.',
    },
    taken: {
      heading: 'This job is taken',
      text: 'Another contractor accepted first. We’ll ask you about the next one.',
    },
    'handed-back': {
      heading: 'You gave this job back',
      text: 'It’s no longer yours. There’s nothing you need to do.',
    },
    undelivered: {
      heading: 'You can no longer answer this offer',
      text: 'We couldn’t deliver our email to you in time. Please call us to check your email address.',
    },
    lapsed: {
      heading: 'We can’t offer you this job',
      text: 'The license or insurance we have on file for you has expired. Call us with the new date, and we can offer you jobs again.',
    },
    removed: {
      heading: 'This job isn’t yours',
      text: 'Your company is no longer on our contractor list, so this link shows nothing. Please don’t call or visit our customers. If this is a mistake, call us.',
    },
  } satisfies Record<OfferEnd, { heading: string; text: string }>,
  /** Before a call at night is promised. */
  night: {
    ask: 'That time is at night. Please choose one during the day, or check the box below.',
    confirm: 'Yes, call at night',
  },
  problems: {
    callAt: 'Please choose a date and a time.',
    callAtPast: 'That time has passed. Please choose a later one.',
    callAtFar: 'Please choose a time within the next two weeks.',
    agreedFar: 'Please check the date: it’s more than 90 days from now.',
    reason: 'Please choose a reason.',
    jobValue:
      'Please enter an amount in dollars up to 1,000,000, such as 450 or 1,234.50, or leave it blank.',
  },
  missing: {
    heading: 'We can’t find this offer',
    text: 'The link may be incomplete, or the request was deleted. Please check the email again, or call us.',
  },
  questions: 'Questions? Call us {hours}.',
} as const
