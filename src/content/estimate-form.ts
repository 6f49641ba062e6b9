import type { LeadFieldName } from '#/contracts/leads/lead-fields.ts'
import { business } from './business.ts'
import { dangerLine } from './safety.ts'

/** How the form asks for a field. */
type EstimateField = {
  readonly label: string
  /** What the field is called in the inbox and in mails. */
  readonly shortLabel: string
  /** The control: a line of text, many lines, or the choice of a service. */
  readonly control: 'line' | 'lines' | 'service'
  readonly placeholder: string
  readonly hint?: string
  /** Attributes of the control that help browsers and keyboards. */
  readonly attributes?: {
    readonly type: 'text' | 'email' | 'tel'
    readonly autoComplete: string
    readonly inputMode?: 'email' | 'tel'
  }
  /** As wide as the form. */
  readonly wide: boolean
}

/** How the form asks for each field, the same in both forms. */
export const estimateFields: Readonly<Record<LeadFieldName, EstimateField>> = {
  name: {
    label: 'Full Name',
    shortLabel: 'Name',
    control: 'line',
    placeholder: 'Your name',
    attributes: { type: 'text', autoComplete: 'name' },
    wide: true,
  },
  email: {
    label: 'Email Address',
    shortLabel: 'Email',
    control: 'line',
    placeholder: 'you@example.com',
    attributes: { type: 'email', autoComplete: 'email', inputMode: 'email' },
    wide: false,
  },
  phone: {
    label: 'Phone Number',
    shortLabel: 'Phone',
    control: 'line',
    placeholder: '(386) 555-0100',
    hint: 'The contractor will call it to set a time.',
    attributes: { type: 'tel', autoComplete: 'tel', inputMode: 'tel' },
    wide: false,
  },
  address: {
    label: 'Property Address',
    shortLabel: 'Address',
    control: 'line',
    placeholder: 'Street and city',
    hint: 'It helps us match you with someone close by.',
    attributes: { type: 'text', autoComplete: 'address-line1' },
    wide: true,
  },
  service: {
    label: 'Service Needed',
    shortLabel: 'Service',
    control: 'service',
    placeholder: 'Select a Service',
    wide: true,
  },
  message: {
    label: 'Project Details',
    shortLabel: 'Message',
    control: 'lines',
    placeholder: 'Please provide details about your HVAC project...',
    hint: 'How old is it, what’s it doing, and when did it start?',
    wide: true,
  },
}

/** Beside the label of a field: whether it must be filled in. */
export const fieldMarks = { required: 'required', optional: 'optional' } as const

/** Begins the details of a visitor who comes from the page of a service that the form does not offer. */
export const aboutService = 'About: {service}'

/** The label of a hidden field, which only programs fill in. */
export const trapLabel = 'Please leave this blank'

/** Our license, or why we need none. */
export function licenseWords(license: string | null): string {
  const ours = license ? `Our Florida license is ${license}.` : 'We’re a referral service.'
  return `${ours} Every contractor we refer is Florida-licensed.`
}

/** Below the form. */
export const licenseLine = licenseWords(business.license)

/** The texts that differ between the two places of the form. */
type EstimateFormWords = {
  readonly title: string
  /** Before the promise of an answer. */
  readonly intro: string
  readonly button: string
  readonly submitting: string
  readonly success: { readonly title: string; readonly text: string }
  /** `fallback` is shown when the server sent no message of its own. */
  readonly error: { readonly title: string; readonly fallback: string }
}

/** `estimate` is the contact section's form, `message` the contact page's. */
export const estimateForm = {
  estimate: {
    title: 'GET YOUR FREE ESTIMATE',
    intro: 'We’re a referral service. Tell us what you need.',
    button: 'GET FREE ESTIMATE',
    submitting: 'SUBMITTING...',
    success: {
      title: 'Request Submitted Successfully',
      text: 'Our team will contact you shortly to schedule your free estimate.',
    },
    error: {
      title: 'Error Submitting Request',
      fallback: 'Please try again later or call us directly.',
    },
  },
  message: {
    title: 'REQUEST A FREE ESTIMATE',
    intro: 'We’re a referral service. This takes about a minute.',
    button: 'SEND MESSAGE',
    submitting: 'SENDING...',
    success: {
      title: 'Message Sent Successfully',
      text: "We'll get back to you as soon as possible.",
    },
    error: {
      title: 'Error Sending Message',
      fallback: 'Please try again later.',
    },
  },
} as const satisfies Record<'estimate' | 'message', EstimateFormWords>

/** Texts about what was sent, in the form. */
export const estimateOutcome = {
  /** While there is no connection. */
  offline: {
    title: 'You’re offline, so nothing has been sent yet',
    text: 'Keep this page open. Your request is saved here and will be sent automatically when you’re back online.',
  },
  /** While the server does not answer, or cannot store it. */
  unreached: {
    title: 'Still sending',
    text: 'Keep this page open. Your request is saved here, and we won’t send it twice.',
    call: 'Call {phone}',
  },
  /** From the receipt on, and again for who goes back to the form. */
  received: {
    title: 'We have your request',
    /** Before the steps, for a request that has waited. */
    late: 'It was sent as soon as you were back online.',
    /** Before the steps in an emergency, with the call button. */
    urgent: `You told us it’s an emergency. ${dangerLine} Then call us: it’s the fastest way to get someone to you.`,
    call: 'Call {phone}',
    reference:
      'Your reference number: {reference}. Give it when you call and we can pull up your request.',
    page: 'Open your request page',
    /** First, where the address does not say which town it is. */
    place: {
      ask: 'Last question: what town are you in?',
      elsewhere: 'Somewhere else',
    },
    /** In place of the steps, where none of the contractors works. */
    outside:
      'That’s outside the towns we serve, so we haven’t asked a contractor. We’ll read your request and contact you only if someone can take it. Please also call a contractor near you.',
    /** In place of the steps, where it looks like spam: we have asked nobody. */
    held: 'We’ll read your request before we ask a contractor. If you need help soon, please call us.',
    /** In its place where another visitor has sent the same. */
    again: 'We already had this request, so we didn’t add it again.',
    steps: [
      business.responsePromise.answer,
      'The contractor who takes it will call you to set a time.',
      `The estimate is ${business.estimateTerms}.`,
    ],
  },
} as const

/** What happens next with a request that is answered by a time, in words; undefined once it was. */
export function nextSteps(answerBy: string | undefined): string[] {
  const [first, ...rest] = estimateOutcome.received.steps
  return answerBy === undefined ? rest : [first.replace('{time}', answerBy), ...rest]
}

/** What the form itself can find wrong with a field. */
export const fieldProblems = {
  name: { required: 'Please enter your full name.' },
  email: {
    required: 'Please enter your email address.',
    invalid: 'This doesn’t look like an email address. It should look like you@example.com.',
    several: 'Please enter just one email address.',
  },
  phone: {
    required: 'Please enter your phone number.',
    invalid:
      'This doesn’t look like a phone number. It should have ten digits, such as (386) 555-0100.',
    noAreaCode: 'Please include the area code, such as (386) 555-0100.',
    several: 'Please enter just one phone number. You can put the other in the details.',
  },
  service: { required: 'Please choose a service. If you’re not sure, choose the last one.' },
} as const

/**
 * The wording that a visitor agrees to by sending; stored with the lead, with its version. When it
 * changes, give it a new version and keep the old one in `earlierConsents`: pages that were opened
 * earlier still send the old version.
 */
export const consent = {
  version: '2025-01-11',
  text:
    'By sending this form you agree that {name} may pass your request to a licensed contractor ' +
    'in its network, and that we or that contractor may call, text or email you about it. ' +
    'You do not have to agree to this to buy anything. Message and data rates may apply.',
  privacyLabel: 'Privacy Policy',
  termsLabel: 'Terms of Service',
} as const

/** Earlier wordings with the texts of their links, by version. */
export const earlierConsents: ReadonlyMap<string, string> = new Map()

/**
 * Shown after a form that was sent without JavaScript. The rest of its texts is in `estimateForm`.
 */
export const estimateResultPage = {
  metaTitle: 'Your estimate request | {name}',
  metaDescription: 'The status of your estimate request, and how to reach us right away.',
  invalidText: 'Nothing has been sent yet. Please check these answers:',
  home: 'Back to the home page',
  urgent: 'If it’s urgent, call us:',
  call: 'Call {phone}',
} as const
