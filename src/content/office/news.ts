import type { NewsKind } from '#/contracts/referrals/news.ts'
import type { NewsGroup } from '#/contracts/referrals/request-facts.ts'

type Words = {
  /** What happened to one request. The contractor, or what else it names, follows a colon. */
  one: string
  /** The same of {count} requests. */
  many: string
  /** What the owner may want to do about it. */
  advice: string
}

/** What the owner reads of each kind of news, in the inbox and in mails. */
export const newsWords: Record<NewsKind, Words> = {
  accepted: {
    one: 'Accepted',
    many: '{count} requests accepted',
    advice: 'A contractor has said yes and will call the customer.',
  },
  'late-yes': {
    one: 'Accepted too late',
    many: '{count} requests accepted too late',
    advice: 'Another contractor has the request. If they don’t call, you can offer it to this one.',
  },
  'handed-back': {
    one: 'Handed back',
    many: '{count} requests handed back',
    advice:
      'The contractor can’t do it after all. We’ll ask the next one if you have that turned on. If not, it’s waiting for you.',
  },
  reported: {
    one: 'The contractor says it didn’t work out',
    many: '{count} requests reported as lost',
    advice:
      'It’s closed, and we asked the customer by email if that’s right. They have 14 days to say they still need help. If we couldn’t email them, it’s waiting for you: please call.',
  },
  cancelled: {
    one: 'Canceled by the customer',
    many: '{count} requests canceled',
    advice: 'The customer doesn’t need a contractor anymore. There’s nothing you need to do.',
  },
  'wanted-again': {
    one: 'The customer still needs help',
    many: '{count} customers still need help',
    advice: 'The request was closed, and it’s open again.',
  },
  rated: {
    one: 'Low rating',
    many: '{count} low ratings',
    advice: 'A call from you may set things right.',
  },
  'nobody-left': {
    one: 'No contractor found yet',
    many: 'No contractor found yet for {count} requests',
    advice: 'Choose a contractor, or call the customer.',
  },
  overdue: {
    one: 'Waiting longer than promised',
    many: '{count} requests are waiting longer than promised',
    advice: 'Call the customer, or offer it to another contractor.',
  },
  'urgency-said': {
    one: 'The customer says it’s an emergency',
    many: '{count} customers say it’s an emergency',
    advice: 'We’re treating it as an emergency. If it isn’t one, say so in the request.',
  },
  quiet: {
    one: 'No update on the job',
    many: 'No update on {count} jobs',
    advice:
      'We asked the contractor how it’s going and got no answer. Call the contractor or the customer.',
  },
  'snooze-ended': {
    one: 'Snooze ended',
    many: '{count} snoozes ended',
    advice: 'You asked to see this again. Your reason is with the request.',
  },
  'call-missed': {
    one: 'The promised call isn’t confirmed',
    many: '{count} promised calls aren’t confirmed',
    advice:
      'Call the contractor or the customer. If they’ve talked, mark that in the request. If not, you can withdraw the offer and ask another contractor.',
  },
  'call-at': {
    one: 'The call was moved again',
    many: '{count} calls were moved again',
    advice:
      'The contractor changed the time of the call more than once, and the customer is still waiting. Call the contractor, or withdraw the request and ask another one.',
  },
  undelivered: {
    one: 'Offer email not delivered',
    many: '{count} offer emails not delivered',
    advice:
      'We’ll ask the next contractor if you have that turned on. If not, it’s waiting for you. Check the email address of this one.',
  },
  withdrawn: {
    one: 'Its contractor was removed from your list',
    many: '{count} requests whose contractor was removed',
    advice:
      'We told the contractor not to call. The customer may still expect that call until another contractor takes the request.',
  },
  'unknown-place': {
    one: 'We don’t know the town',
    many: 'We don’t know the town for {count} requests',
    advice: 'Call the customer and enter the town.',
  },
  outside: {
    one: 'Outside the towns you serve',
    many: '{count} requests from outside the towns you serve',
    advice:
      'If we could email the customer, we told them. It’s up to you whether to offer it to someone.',
  },
  held: {
    one: 'Held as spam, but may be real',
    many: '{count} requests held as spam may be real',
    advice:
      'It looks like spam, so we haven’t asked a contractor or promised the customer anything. If it’s real, mark it as a real request, and we’ll handle it like any other. If not, leave it.',
  },
  'held-daily': {
    one: 'Held as spam',
    many: '{count} requests held as spam',
    advice:
      'It looks like spam, so no contractor has been asked. If it’s real, mark it as a real request.',
  },
  unknown: {
    one: 'Something changed',
    many: '{count} requests changed',
    advice: 'The site is being updated. Look again in a few minutes.',
  },
}

/** The mails to the owner, by group: what to turn on or off, and a mail of several kinds at once. */
export const groupWords: Record<NewsGroup, { label: string; many: string }> = {
  jobs: {
    label: 'Contractors: accepted, handed back, didn’t work out, offer not delivered',
    many: '{count} updates from contractors',
  },
  waiting: {
    label: 'Needs attention: no contractor, no call, waiting too long, held but may be real',
    many: '{count} items need attention',
  },
  visitors: {
    label: 'Customers: canceled, still need help, low rating',
    many: '{count} updates from customers',
  },
  daily: {
    label: 'Held as spam, once a day',
    many: '{count} requests held as spam',
  },
}

/** For whom a request waits that waits too long. */
export const waitWords = {
  ours: 'no contractor has it',
  asked: 'no contractor has said yes yet',
} as const

/** What happened, in one line: 'Accepted: Lakeside Air'. */
export function newsLine({ kind, detail }: { kind: NewsKind; detail: string | null }): string {
  const { one } = newsWords[kind]
  return detail === null ? one : `${one}: ${detail}`
}

/** The mail to recipients about news. */
export const newsMail = {
  open: 'Open in the inbox',
  more: 'And {count} more in the inbox.',
  /** After what happened to {count} requests, where only some are emergencies. */
  urgent: { one: ', 1 an emergency', many: ', {count} emergencies' },
  footer:
    'You’re getting this email because {name} notifies you of what happens to requests. An admin can turn these emails off in the inbox under Email Notifications.',
} as const
