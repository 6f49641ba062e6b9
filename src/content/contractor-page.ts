import type { WhyNotReason } from '#/contracts/referrals/contractor-figures.ts'
import type { OfferState } from '#/contracts/referrals/offer-states.ts'

/** The page of a contractor, which they open by a link. {company} is theirs. */
export const contractorPage = {
  title: 'Requests for {company}',
  heading: 'Your requests',
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
  keep: 'Anyone who has this link can see this page and answer for you, so please do not pass it on. Call us for a new one.',
  about: '{service}, {where}',

  offers: {
    heading: 'Offers to answer',
    none: 'Nothing is waiting for your answer.',
    answerBy: 'Answer by {time}',
    open: 'Open the offer',
  },
  jobs: {
    heading: 'Your open jobs',
    none: 'When you accept a request, you find it here until it is done.',
    callAt: 'Call {time}',
    passed: 'You were to call {time}. Have you spoken? Open the job to tell us',
    spoken: 'You have spoken with the customer',
    callSoon: 'Call as soon as you can',
    onTheWay: 'You said you are on the way ({time})',
    claimed: 'You told us: {reason}. We check that with the customer.',
    call: 'Call {phone}',
    reference: 'Reference {reference}',
    open: 'Open the job',
  },
  figures: {
    heading: 'Your numbers',
    text: 'We ask contractors who answer most of their offers first, and among those the one who has waited longest for an offer. A no counts as much as a yes, and speed changes nothing as long as you answer in time.',
    answered: 'Offers answered',
    /** Of the last {days} days. */
    answeredText: '{share}% ({answered} of {ended} in {days} days)',
    noneEnded: 'None yet in {days} days',
    median: 'Your time to answer',
    medianText: '{duration} (half of your answers were faster)',
    underOne: 'Less than 1 min',
    thisWeek: 'Offers in the last 7 days',
    thisWeekText: '{count} of at most {most}',
    unlimited: '{count}, no weekly limit',
    unanswered: 'Waiting for your answer',
    unansweredText: '{count} of at most {most} at a time',
    services: 'Services',
    emergencies: 'urgent work too',
    towns: 'Towns',
    all: 'All',
    hours: 'When you want offers',
    anyTime: 'Any time',
    license: 'License',
    insurance: 'Insurance',
    validUntil: 'Valid through {day}',
    change: 'Something wrong or out of date? Call us at {phone}.',
  },
  whyNot: {
    heading: 'Why you were not asked',
    now: 'You get no new offers right now:',
    nothing: 'Nothing keeps offers away from you right now.',
    /** {count} requests were offered to somebody in {days} days; {most} at most are looked at. */
    recent: {
      none: 'No request in your towns and services was offered to anyone in the last {days} days.',
      one: 'Of the last request in your towns and services, in {days} days:',
      many: 'Of the last {count} requests in your towns and services, in {days} days:',
      asked: 'you were asked for {count}',
    },
    /** Of requests that went to another contractor. {count} of them. */
    reasons: {
      answers: '{count} went to a contractor who had answered more of their offers than you',
      waited: '{count} went to a contractor who had waited longer for an offer than you',
      'by-hand': '{count} went to a contractor whom we chose by hand',
      'kept-away':
        '{count} came when something kept offers away from you: a pause, your hours, your papers, your weekly limit or offers you had not answered',
    } satisfies Record<WhyNotReason, string>,
  },
  account: {
    heading: 'Your account',
    owed: 'You owe {amount}.',
    credit: 'You have a credit of {amount}.',
    settled: 'Nothing is owed.',
    opening: 'Carried into {month}',
    credits:
      'Wrong number, outside your towns, not a real request, or a repeat? Call us, and we take the fee back.',
  },
  past: {
    heading: 'Your answers in the last {days} days',
    none: 'No answers yet.',
    offered: 'Offered {time}',
    more: 'Only the newest {count} are listed.',
    open: 'Open the job',
    states: {
      accepted: 'Accepted',
      declined: 'You declined',
      expired: 'No answer in time',
      withdrawn: 'Withdrawn',
      taken: 'Another contractor was faster',
      'handed-back': 'You gave it back',
      undelivered: 'Our email did not reach you. It does not count',
    } satisfies Record<Exclude<OfferState, 'open'>, string>,
    done: 'Done',
    lost: 'Closed',
  },
  missing: {
    heading: 'We cannot open this page',
    text: 'The link may be incomplete or out of date. Please use the link in the newest email from us, or call us for a new one.',
  },
} as const
