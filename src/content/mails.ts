import type { Change } from '#/contracts/referrals/request-facts.ts'
import { business } from './business.ts'
import { dangerLine } from './safety.ts'

/** The editor's text for 'Lead Source Information' until the owner writes one. It is never sent. */
export const defaultLeadSourceMessage = 'This lead was submitted through...'

/** The mail that notifies a recipient of a lead. {lead}, {service} and {phone} are the lead's. */
export const leadMail = {
  subject: 'New request: {lead}, {service}',
  preview: '{service}, {phone}',
  title: 'New estimate request',
  emergency: 'Emergency request',
  /** Stands before the subject of each mail to the owner about an emergency. */
  urgentSubject: 'EMERGENCY',
  call: 'Call {phone}',
  reply: 'Reply to this email to write to the customer.',
  none: { message: 'No message', other: 'Not given' },
  received: 'Received',
  open: 'Open in the inbox',
  leadSource: 'Lead Source Information',
  /** Until the owner has written a text. */
  builtInSource: 'This lead was submitted through the estimate form on {domain}.',
  attribution: 'How they found you',
  footer:
    'You’re getting this email because {name} notifies you of new requests. An admin can turn it off in the inbox under Email Notifications.',
} as const

/** The mail that confirms to a visitor that their lead arrived. Contains nothing that was typed. */
export const confirmationMail = {
  subject: 'We have your request',
  preview: 'Our team will contact you shortly.',
  title: 'We have your request',
  paragraphs: [
    'Thank you for asking {name} for a free estimate. Our team will contact you shortly to schedule it.',
    'Your request page shows what happens next. You can add photos or a good time to call, or cancel your request.',
    `If it can’t wait, call us at {phone}. ${dangerLine}`,
  ],
  /** After the first paragraph. */
  answerBy: business.responsePromise.answer,
  /** While it is not known where the work is. */
  askTown: 'Last question: what town are you in? Tap it on your request page.',
  button: 'Open your request page',
  call: 'Call {phone}',
  footer:
    'This address was entered in the form on {domain}. If that wasn’t you, you can ignore this email.',
} as const

const offerFooter =
  'You’re getting this email because you’re on the contractor list of {domain}. Call us at {phone} to change that.'

/** The words of the link to their own page, in every mail to a contractor. */
export const contractorPageLink = 'All your offers and jobs'

/** The mail with which the owner sends a contractor their page. {company} is theirs. */
export const contractorPageMail = {
  subject: 'Your offers and jobs with {name}',
  preview: 'One page for your offers, jobs and numbers.',
  title: 'Your page with {name}',
  paragraphs: [
    'Here’s the page for {company}. It has your open offers, your jobs with phone numbers, your past answers and your numbers.',
    'Anyone who has the link can answer for you, so please don’t share it. If it gets out, call us at {phone} for a new one.',
  ],
  button: 'Open your page',
  footer: offerFooter,
} as const

const acceptedFooter =
  'You’re getting this email because you accepted a job from {domain}. Questions? Call us at {phone}.'

/** The mail that asks a contractor. {service} and {where} are the lead's, {time} is when. */
export const offerMail = {
  subject: 'Can you take this? {service}, {where} (offer {offer})',
  preview: 'Answer by {time}.',
  title: 'Can you take this job?',
  paragraphs: [
    'A customer of {name} needs a contractor. Open the offer to accept or decline. The first to accept gets the job.',
    'Please answer by the time below: after that, we’ll ask someone else. If you accept, the link keeps working while the job is yours.',
  ],
  answerBy: 'Answer by',
  button: 'Open the offer',
  footer: offerFooter,
} as const

/**
 * The mail to a contractor of what has become of a job, by what it says. {time} is when they promised to call.
 * It begins with `withTime`, or with `withoutTime` where no time is agreed.
 */
export const jobMails = {
  yours: {
    subject: 'It’s yours: {service}, {where}, {reference}',
    preview: 'Here are the details of the job you accepted.',
    title: 'This job is yours',
    paragraphs: [
      'Thank you. Here’s what you need. Use the job page to tell us when you’ve talked, and how it turns out.',
    ],
    withTime: '',
    /** Where the customer needed it no longer, and does again: what was agreed has passed. */
    withoutTime:
      'The customer is waiting for your call, and no time is set. Please call them now, or tell us on the job page when you will.',
    footer: offerFooter,
  },
  changed: {
    subject: 'Changed: {service}, {where}, {reference}',
    preview: 'Something about your job has changed.',
    title: 'This job has changed',
    /** {changes} is what has changed, in words. */
    paragraphs: ['Changed since our last email: {changes}. Here’s everything as it stands now.'],
    withTime: '',
    withoutTime: 'No time is set for the call. Please call them now, or tell us when you will.',
    footer: offerFooter,
  },
  'how-is-it': {
    subject: 'How is it going? {service}, {where}, {reference}',
    preview: 'We haven’t heard about this job in two weeks.',
    title: 'How is this job going?',
    paragraphs: [
      'We haven’t heard about this job in two weeks. Is it done, or did it fall through? Tell us with one tap on the job page.',
    ],
    withTime: '',
    withoutTime: '',
    footer: offerFooter,
  },
  'call-late': {
    subject: 'Have you called? {service}, {where}, {reference}',
    preview: 'We haven’t heard that you’ve talked.',
    title: 'Have you called this customer?',
    paragraphs: [
      'Please call them now. Once you’ve talked, tell us with one tap on the job page. If you need another time, or can’t take it after all, tell us there too.',
    ],
    withTime: 'You told us you’d call this customer {time}. We haven’t heard that you’ve talked.',
    withoutTime: 'The customer is waiting for your call. We haven’t heard that you’ve talked.',
    footer: offerFooter,
  },
  withdrawn: {
    subject: 'Please don’t call: {service}, {where}, {reference}',
    preview: 'A job you accepted is no longer yours.',
    title: 'Please don’t call this customer',
    paragraphs: [
      'A job you accepted was withdrawn: the customer no longer needs it, or other arrangements were made. There’s nothing you need to do.',
    ],
    footer: acceptedFooter,
  },
  /** Where the customer still needs help after their contractor has told us how it turned out. */
  reopened: {
    subject: 'Please don’t call: {service}, {where}, {reference}',
    preview: 'The customer still needs help, and we’ll take it from here.',
    title: 'Please don’t call this customer',
    paragraphs: [
      'This job was closed. The customer still needs help, so we’ve reopened the request and are handling it. Please don’t call them until you hear from us. If you want to make it right, call us at {phone}.',
    ],
    footer: acceptedFooter,
  },
  /** To those who were asked, and did not say yes first. */
  taken: {
    subject: 'Taken: {service}, {where}, {reference}',
    preview: 'Another contractor accepted first.',
    title: 'Another contractor has this job',
    paragraphs: [
      'You had an offer for the job below, and another contractor accepted first. There’s nothing you need to do.',
    ],
    footer: offerFooter,
  },
  /** To those who were asked, and need not answer any more. */
  unasked: {
    subject: 'No answer needed: {service}, {where}, {reference}',
    preview: 'We’ve withdrawn our offer.',
    title: 'No answer needed',
    paragraphs: ['We’ve withdrawn our offer for the job below. There’s nothing you need to do.'],
    footer: offerFooter,
  },
} as const

/** The button of a mail to the contractor who has the job. */
export const openJob = 'Open the job'

/** What of a request may change, as it stands in the mail that says so. */
export const changesInWords: Record<Change, string> = {
  name: 'the name',
  phone: 'the phone number',
  email: 'the email address',
  address: 'the address',
  service: 'the service',
  place: 'where the work is',
  urgency: 'how urgent it is',
  'call-time': 'the best time to call',
  words: 'what the customer wrote',
  photos: 'photos',
  'took-along': 'one more request from the same customer',
  'let-go': 'a request from the same customer that’s no longer yours',
}

const ourHours = 'during business hours ({allHours})'

/**
 * The mail that tells a visitor how their request stands, when that has changed. {company} is the
 * contractor's name, {time} when they call, {reason} what they say. Contains nothing that was typed.
 */
export const updateMail = {
  introduction: {
    subject: 'A contractor has your request: {company}',
    preview: 'Here’s who they are and when they’ll call.',
    title: 'A contractor has your request',
    paragraphs: [
      'A contractor from {name} has taken your request and will call you. Here’s who they are. You can look up their license before they come.',
      'If they don’t call, or something has changed, call us at {phone} and give your reference number.',
    ],
    /** Where it leaves when the time of the call is over. */
    late: {
      subject: 'A contractor has your request: {company}',
      preview: 'Here’s who they are.',
      title: 'A contractor has your request',
      paragraphs: [
        'A contractor from {name} has taken your request. Here’s who they are. You can look up their license before they come.',
        'If they haven’t called you, tell us on your request page. Or call us at {phone} and give your reference number.',
      ],
    },
  },
  looking: {
    subject: 'We’re finding you another contractor',
    preview: 'Your contractor no longer has your request.',
    title: 'We’re finding you another contractor',
    paragraphs: [
      'The contractor who had your request is off the job and won’t call or come. We have everything you told us, so there’s no need to send it again.',
    ],
    asked: {
      usual: `We’re asking another contractor. They have {hours} to answer, ${ourHours}. Then we’ll ask the next one. You’ll get an email as soon as one says yes.`,
      urgent:
        'We’re asking another contractor. They have {minutes} minutes to answer, day or night. Then we’ll ask the next one. You’ll get an email as soon as one says yes. If it can’t wait, call us at {phone}.',
    },
    /** While none is asked, whether the server is to ask the next one or the owner chooses. */
    unasked: {
      usual: `We’re looking for another contractor, ${ourHours}. You’ll get an email as soon as one says yes.`,
      urgent:
        'We’re looking for another contractor, day or night. If it can’t wait, call us at {phone}.',
    },
  },
  call: {
    subject: 'When your contractor will call',
    preview: '{company} will call you {time}.',
    title: 'When your contractor will call',
    paragraphs: [
      '{company} has your request and will call you {time}.',
      'If they don’t call, call us at {phone} and give your reference number.',
    ],
    /** Where it leaves when that time is over. */
    late: {
      subject: 'Has your contractor called?',
      preview: '{company} said they’d call you {time}.',
      title: 'Has your contractor called?',
      paragraphs: [
        '{company} has your request and said they’d call you {time}.',
        'If they haven’t called you, tell us on your request page. Or call us at {phone} and give your reference number.',
      ],
    },
  },
  'on-the-way': {
    subject: 'Your contractor is on the way',
    preview: '{company} is on the way to you.',
    title: 'Your contractor is on the way',
    paragraphs: [
      '{company} is on the way. They told us on {time}.',
      'If no one shows up, call us at {phone} and give your reference number.',
    ],
  },
  done: {
    subject: 'Is the work done?',
    preview: 'We were told that {company} has done the work.',
    title: 'Is the work done?',
    paragraphs: [
      'We were told that {company} has done the work. If that’s right, there’s nothing you need to do.',
      'If you still need help, tell us on your request page within {days} days, and we’ll reopen your request.',
    ],
  },
  reported: {
    subject: 'We’ve closed your request',
    preview: '{company} told us {reason}.',
    title: 'We’ve closed your request',
    paragraphs: [
      '{company} told us {reason}. Is that right? Answer with one tap on your request page.',
      'If you still need help, tell us there within {days} days, and we’ll look for another contractor.',
    ],
  },
  nobody: {
    subject: 'About your request',
    preview: 'No contractor has said yes yet. We’re on it.',
    title: 'We haven’t found a contractor yet',
    paragraphs: [
      'None of our contractors can take your request right now. We’re on it, and we’ll tell you as soon as someone can come. You don’t need to send it again.',
      'If you can’t wait, call us at {phone} and give your reference number.',
    ],
  },
  where: {
    subject: 'Where is the work?',
    preview: 'We need your town before we can ask a contractor.',
    title: 'Where is the work?',
    paragraphs: [
      'Tell us what town the work is in, and we’ll ask a contractor there. It’s one tap on your request page.',
    ],
  },
  outside: {
    subject: 'About your request',
    preview: 'The work is outside the towns our contractors serve.',
    title: 'The work is outside our area',
    paragraphs: [
      'You’re outside the towns our contractors serve. We’ll read your request and tell you if we find someone. If you can’t wait, please also try a company near you.',
    ],
  },
  how: {
    subject: 'Did they show up?',
    preview: 'Tell us how it went. It takes a minute.',
    title: 'Did they show up?',
    paragraphs: [
      'You asked {name} for a contractor. Did they show up, and how did it go? Give one to five stars, and a few words if you like. We ask only once.',
      'If no one called, or something went wrong, call us at {phone} and give your reference number.',
    ],
  },
  facts: { phone: 'Their phone', callAt: 'They’ll call' },
  button: {
    how: 'Tell us how it went',
    question: 'Answer on your request page',
    other: 'Open your request page',
  },
  footer:
    'You’re getting this email because this address was entered in the form on {domain}. If that wasn’t you, call us at {phone} and we’ll delete the request.',
} as const

const recipientFooter =
  'You’re getting this email because {name} notifies you of new requests. An admin can turn it off in the inbox under Email Notifications.'

/** The mail to recipients that lists who waits while the site cannot store requests. */
export const waitingMail = {
  title: {
    one: '1 request isn’t in your inbox yet',
    many: '{count} requests aren’t in your inbox yet',
  },
  preview: 'They’re safe on the server. You can call these people now.',
  paragraphs: [
    'New requests can’t reach your inbox right now. They’re safe on the server, but no contractor has been asked. You can call these people yourself.',
    'Each one is emailed to you as usual once it’s stored, so you’ll see it again. While requests are waiting, you get an email like this every hour.',
  ],
  more: 'And {count} more.',
  call: 'Call {phone}',
  footer: recipientFooter,
} as const

/** The mail to recipients about contractors' papers. The papers stand between the paragraphs. */
export const lapseMail = {
  subject: 'Contractor licenses or insurance are expiring',
  preview: 'Contractors with an expired license or insurance get no offers.',
  title: 'Licenses and insurance',
  before: 'These contractor licenses and insurance policies are expiring soon, or have expired:',
  after:
    'Contractors get no offers after that day. Enter the new date once they’ve shown you the renewal.',
  button: 'See the contractors',
  footer: recipientFooter,
} as const

/** The same to the contractor, who has open jobs. What has lapsed stands between the paragraphs. */
export const ownLapseMail = {
  subject: 'Your license or insurance has expired',
  preview: 'What we need before you continue your open jobs.',
  title: 'Your license or insurance has expired',
  before: 'Our records say:',
  after:
    'You won’t get new offers until we have the renewal. Send it before you continue your open jobs, or call us at {phone}.',
  footer: offerFooter,
} as const

/** The statement of a month, to a contractor. {month} and {company} are the statement's. */
export const statementMail = {
  subject: 'Your statement for {month}',
  title: 'Statement for {month}',
  to: 'For {company}. All amounts are in US dollars.',
  owed: 'Please pay {closing}. Questions? Call us at {phone}.',
  credit: 'You have a credit of {closing}. Nothing is due.',
  settled: 'Nothing is due.',
  opening: 'Balance before {month}',
  closing: 'Balance at the end of {month}',
  footer: offerFooter,
} as const

/** The mail that an admin asks for in the office. */
export const testMail = {
  subject: 'Test email from {name}',
  preview: 'Emails from your site are getting through.',
  title: 'It works',
  paragraphs: ['This is a test to see whether emails from {name} arrive. They do.'],
  footer: 'You’re getting this email because an admin of {name} asked for a test.',
} as const

const accountFooter =
  'You’re getting this email because this address belongs to an account at {name}. It’s sent for your security and can’t be turned off.'

/** The mails about accounts. {person} has sent the invitation. */
export const accountMails = {
  invitation: {
    subject: 'You’re invited to {name}',
    preview: '{person} invites you to work with {name}.',
    title: 'You’re invited',
    paragraphs: [
      '{person} invites you to the back office of {name}. Choose a name and a password, and you’re in.',
      'The link works once and expires in seven days.',
    ],
    button: 'Accept the invitation',
    footer:
      'This address was entered by an admin of {domain}. If that’s a mistake, you can ignore this email.',
  },
  'password-reset': {
    subject: 'Set a new password for {name}',
    preview: 'The link works once and expires in 30 minutes.',
    title: 'Set a new password',
    paragraphs: [
      'Someone asked for a new password for your {name} account. If it was you, set it here.',
      'The link works once and expires in 30 minutes. If it wasn’t you, you can ignore this email: your password stays as it is.',
    ],
    button: 'Set a new password',
    footer: accountFooter,
  },
  'email-change': {
    subject: 'Confirm your address for {name}',
    preview: 'The link works once and expires in 24 hours.',
    title: 'Is this your address?',
    paragraphs: [
      'Someone wants to sign in to {name} with this address from now on. If that’s you, confirm it here.',
      'The link works once and expires in 24 hours.',
    ],
    button: 'Confirm this address',
    footer:
      'This address was entered in an account at {domain}. If that wasn’t you, you can ignore this email and nothing will change.',
  },
} as const

const notYou =
  'If that wasn’t you, set a new password right away. Then choose Sign out everywhere else under My account, and tell an admin of {name}.'

const changed = (title: string, what: string) => ({
  subject: `${title}: your {name} account`,
  preview: what,
  title,
  paragraphs: [what, notYou],
  footer: accountFooter,
})

/** After a change of the person's account. */
export const accountChangeMails = {
  password: changed(
    'Your password was changed',
    'The password for your {name} account was changed, and every other browser was signed out.',
  ),
  email: changed(
    'Your email address was changed',
    'Your {name} account has a new email address. This one no longer works for signing in.',
  ),
  'second-factor-added': changed(
    'A sign-in step was added',
    'A second step for signing in was added to your {name} account.',
  ),
  'second-factor-removed': changed(
    'A sign-in step was removed',
    'A second step for signing in was removed from your {name} account.',
  ),
} as const
