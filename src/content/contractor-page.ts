import type { OfferState } from '#/contracts/referrals/offer-states.ts'

/** The page of a contractor, which they open by a link. {company} is theirs. */
export const contractorPage = {
  title: 'Jobs for {company}',
  heading: 'Your jobs with us',
  /** {offers} and {jobs} are phrases of `counts`. */
  text: 'You have {offers} and {jobs}.',
  counts: {
    offers: {
      none: 'no offers to answer',
      one: '1 offer to answer',
      many: '{count} offers to answer',
    },
    jobs: { none: 'no open jobs', one: '1 open job', many: '{count} open jobs' },
  },
  keep: 'Anyone who has this link can see this page and answer for you, so please don’t share it. If it gets out, call us for a new one.',
  about: '{service}, {where}',

  offers: {
    heading: 'Offers to answer',
    none: 'No offers right now.',
    answerBy: 'Answer by {time}',
    open: 'Open the offer',
  },
  jobs: {
    heading: 'Your open jobs',
    none: 'When you accept a job, you’ll find it here until it’s done.',
    callAt: 'Call {time}',
    passed: 'You said you’d call {time}. Have you talked? Open the job to tell us.',
    spoken: 'You’ve talked with the customer',
    callSoon: 'Call as soon as you can',
    onTheWay: 'You said you’re on the way ({time})',
    call: 'Call {phone}',
    reference: 'Reference {reference}',
    open: 'Open the job',
  },
  figures: {
    heading: 'Your numbers',
    text: 'We start with contractors who answer most of their offers. Among those, whoever has waited longest goes first. Declining doesn’t hurt you. Just answer before the deadline.',
    answered: 'Offers answered',
    /** Of the last {days} days. */
    answeredText: '{share}% ({answered} of {ended} in {days} days)',
    noneEnded: 'None in the last {days} days',
    median: 'Time to answer',
    medianText: '{duration} (median)',
    underOne: 'Less than 1 min',
    thisWeek: 'Offers in the last 7 days',
    thisWeekText: '{count} of {most}',
    unlimited: '{count}, no weekly limit',
    unanswered: 'Waiting for an answer',
    unansweredText: '{count} of {most}',
    services: 'Services',
    emergencies: 'plus emergencies',
    towns: 'Towns',
    all: 'All',
    hours: 'Hours for offers',
    anyTime: 'Any time',
    license: 'License',
    insurance: 'Insurance',
    expiresOn: 'Expiration date: {day}',
    change: 'Something wrong or out of date? Call us at {phone}.',
  },
  whyNot: {
    heading: 'Are you getting offers?',
    now: 'No, not right now. Our records show:',
    nothing: 'Yes, you’re getting offers.',
  },
  account: {
    heading: 'Your account',
    owed: 'You owe {amount}.',
    credit: 'You have a credit of {amount}.',
    settled: 'You’re all paid up.',
    opening: 'Balance before {month}',
    credits:
      'Wrong number, outside your towns, not a real request, or a duplicate? Call us, and we’ll credit the fee.',
  },
  past: {
    heading: 'Past offers (last {days} days)',
    none: 'None yet. Jobs you accept stay under open jobs until they’re closed.',
    offered: 'Offered {time}',
    more: 'The newest {count} are listed.',
    open: 'Open the job',
    states: {
      accepted: 'Accepted',
      declined: 'You declined',
      expired: 'No answer in time',
      withdrawn: 'Withdrawn',
      taken: 'Another contractor accepted first',
      'handed-back': 'You gave it back',
      undelivered: 'Our email failed, so this one doesn’t count',
      ended: 'Closed',
    } satisfies Record<Exclude<OfferState, 'open'>, string>,
    done: 'Done',
    lost: 'Closed',
    /** After either, where the customer says that they still need help. */
    reopened: 'Reopened: the customer still needs help',
  },
  missing: {
    heading: 'We can’t open this page',
    text: 'The link may be incomplete or out of date. Please use the link in the newest email from us, or call us for a new one.',
  },
} as const
