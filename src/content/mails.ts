/** The editor's text for 'Lead Source Information' until the owner writes one. It is never sent. */
export const defaultLeadSourceMessage = 'This lead was submitted through...'

/** The mail that notifies a recipient of a lead. {lead}, {service} and {phone} are the lead's. */
export const leadMail = {
  subject: 'New request: {lead}, {service}',
  preview: '{service}, {phone}',
  title: 'New estimate request',
  emergency: 'Emergency request',
  call: 'Call {phone}',
  reply: 'Reply to this mail to write to them.',
  none: { message: 'No message', other: 'Not given' },
  open: 'Open in the inbox',
  leadSource: 'Lead Source Information',
  /** Stands there until the owner has written something. */
  builtInSource: 'This lead was submitted through the estimate form on {domain}.',
  attribution: {
    title: 'How they found you',
    landingPage: 'First page',
    referrer: 'Came from',
    utm_source: 'Campaign source',
    utm_medium: 'Campaign medium',
    utm_campaign: 'Campaign',
    utm_term: 'Campaign term',
    utm_content: 'Campaign content',
    gclid: 'Google click',
    gbraid: 'Google click (app)',
    wbraid: 'Google click (web)',
    fbclid: 'Facebook click',
    msclkid: 'Microsoft click',
  },
  footer:
    'You get this mail because {name} notifies you of new requests. An admin can stop it in the inbox, under Email Notifications.',
} as const

/** The mail that confirms to a visitor that their lead arrived. Contains nothing that anybody typed. */
export const confirmationMail = {
  subject: 'We have your request',
  preview: 'Our team will contact you shortly.',
  title: 'We have your request',
  paragraphs: [
    'Thank you for asking {name} for a free estimate. Our team will contact you shortly to schedule it.',
    'On the page of your request you see what happens next, and can add photographs, a good time to call you, or that you need it no longer.',
    'If your system cannot wait, call us at {phone}.',
  ],
  button: 'Open the page of your request',
  call: 'Call {phone}',
  footer:
    'This address was entered in the form on {domain}. If that was not you, there is nothing to do: nothing else will follow from it.',
} as const

const offerFooter =
  'You get this mail because {domain} has you on its list of contractors. Call us at {phone} to change that.'

/** The mails about offers. {service} and {where} are the lead's, {time} is when. */
export const offerMails = {
  offer: {
    subject: 'Can you take this? {service}, {where}',
    urgentSubject: 'Emergency: can you take this? {where}',
    preview: 'Answer by {time}.',
    title: 'Can you take this request?',
    paragraphs: [
      'A customer of {name} needs a contractor. Open the offer to accept or to decline it; the first to accept gets it.',
    ],
    answerBy: 'Answer by',
    button: 'Open the offer',
    footer: offerFooter,
  },
  match: {
    subject: 'Yours: {service}, {where}',
    preview: 'The details of the request that you accepted.',
    title: 'This request is yours',
    paragraphs: [
      'Thank you. Here is what you need. On the page of the request you can tell us what became of it.',
    ],
    button: 'Open the request',
    footer: offerFooter,
  },
  recall: {
    subject: 'Please do not call: {service}, {where}',
    preview: 'A request that you accepted is not yours any more.',
    title: 'Please do not call any more',
    paragraphs: [
      'A request that you accepted was withdrawn: it is not needed any more, or we have arranged it another way. There is nothing for you to do.',
    ],
    footer: offerFooter,
  },
  unmatched: {
    subject: 'No contractor left: {lead}, {service}',
    preview: 'Every contractor who fits was asked.',
    title: 'No contractor is left to ask',
    paragraphs: [
      'Every contractor who fits this request was asked, and none has accepted it. It waits for you in the inbox.',
    ],
    /** Instead, where a user had chosen whom to ask. */
    byHand: {
      subject: 'No answer to your offer: {lead}, {service}',
      preview: 'The time to answer is over.',
      title: 'Nobody has answered your offer',
      paragraphs: [
        'The time to answer is over, and no contractor whom you offered this request has accepted it. Nobody else is asked until you choose somebody: it waits for you in the inbox.',
      ],
    },
    button: 'Open in the inbox',
    footer:
      'You get this mail because {name} notifies you of new requests. An admin can stop it in the inbox, under Email Notifications.',
  },
} as const

/** The mail that tells a visitor who takes care of their request. Nothing that they typed is in it. */
export const introductionMail = {
  subject: 'A contractor has your request',
  preview: 'Who they are, and when they call you.',
  title: 'A contractor has your request',
  paragraphs: [
    'A contractor of {name} has said yes to your request, and calls you. Here is who they are. You can look their license up before they come.',
    'If they do not call, or something has changed, call us at {phone} and say your reference.',
  ],
  phone: 'Their phone',
  callAt: 'They call you on',
  button: 'Open the page of your request',
  footer:
    'You get this mail because this address was entered in the form on {domain}. If that was not you, call us at {phone}, and we delete the request.',
} as const

/** The mail that asks a visitor how it went. Nothing that they typed is in it. */
export const followUpMail = {
  subject: 'Did they come?',
  preview: 'Tell us how it went: it takes a minute.',
  title: 'Did they come?',
  paragraphs: [
    'You asked {name} for a contractor. Did they come, and how did it go? One to five stars and a line of text, if you like: it takes a minute.',
    'If nobody has called you, or something went wrong, call us at {phone} and say your reference.',
  ],
  button: 'Say how it went',
  footer:
    'We ask this once. You get this mail because this address was entered in the form on {domain}. If that was not you, call us at {phone}, and we delete the request.',
} as const

const recipientFooter =
  'You get this mail because {name} notifies you of new requests. An admin can stop it in the inbox, under Email Notifications.'

/** The mail to recipients about contractors' papers. What lapses stands between the paragraphs. */
export const lapseMail = {
  subject: 'Papers of your contractors lapse',
  preview: 'Contractors whose license or insurance has lapsed are offered nothing.',
  title: 'Papers lapse',
  before: 'These licenses and insurances of your contractors lapse soon, or have lapsed:',
  after:
    'From the day after, the contractor is offered nothing. Enter the new day once they have shown you the new paper.',
  button: 'Look at the contractors',
  footer: recipientFooter,
} as const

/** The mails to recipients about the probe. The problem stands between the paragraphs of the first. */
export const probeMails = {
  failed: {
    subject: 'Requests may not reach you',
    preview: 'The site sent itself a request as a visitor would, and it did not arrive.',
    title: "The site's own check failed",
    before:
      'The site sends itself a request now and then, as a visitor would, and follows it. This time it did not arrive:',
    after:
      'Until that is mended, requests of visitors may be lost, or you may not hear of them. You get one mail when the check fails, and one when it works again.',
    button: 'Open the inbox',
    footer: recipientFooter,
  },
  works: {
    subject: 'Requests reach you again',
    preview: "The site's own check works again.",
    title: 'It works again',
    paragraphs: [
      'The request that the site sends itself has arrived again, from its public address to the mail server.',
    ],
    button: 'Open the inbox',
    footer: recipientFooter,
  },
} as const

/** The mail that an admin asks for in the inbox, or by `npm run mail:test`. */
export const testMail = {
  subject: 'Test mail from {name}',
  preview: 'Mails from your site arrive.',
  title: 'It works',
  paragraphs: ['This mail was sent to see whether mails from {name} arrive. They do.'],
  footer: 'You get this mail because an admin of {name} asked for a test.',
} as const

const accountFooter =
  'You get this mail because this address belongs to an account of {name}. It is sent for your safety and cannot be turned off.'

/** The mails about accounts. {person} is who invites. */
export const accountMails = {
  invitation: {
    subject: 'You are invited to {name}',
    preview: '{person} invites you to work with {name}.',
    title: 'You are invited',
    paragraphs: [
      '{person} invites you to the back office of {name}. Choose a name and a password, and you are in.',
      'The link works once, for seven days.',
    ],
    button: 'Accept the invitation',
    footer:
      'This address was entered by an admin of {domain}. If you do not expect an invitation, there is nothing to do: without you no account is made.',
  },
  'password-reset': {
    subject: 'Set a new password for {name}',
    preview: 'The link works once, for 30 minutes.',
    title: 'Set a new password',
    paragraphs: [
      'Somebody asked for a new password for your account of {name}. If it was you, set it here.',
      'The link works once, for 30 minutes. If it was not you, there is nothing to do: your password stays as it is.',
    ],
    button: 'Set a new password',
    footer: accountFooter,
  },
  'email-change': {
    subject: 'Confirm your address for {name}',
    preview: 'The link works once, for 24 hours.',
    title: 'Is this your address?',
    paragraphs: [
      'Somebody wants to sign in to {name} with this address from now on. If that is you, confirm it here.',
      'The link works once, for 24 hours.',
    ],
    button: 'Confirm this address',
    footer:
      'This address was entered in an account of {domain}. If that was not you, there is nothing to do: nothing changes without you.',
  },
} as const

const notYou =
  'If that was not you, set a new password at once, end your other sessions under My account, and tell an admin of {name}.'

const changed = (title: string, what: string) => ({
  subject: `${title}: your account of {name}`,
  preview: what,
  title,
  paragraphs: [what, notYou],
  footer: accountFooter,
})

/** What a person is told when it has happened to their account. */
export const accountChangeMails = {
  password: changed(
    'Your password was changed',
    'The password of your account of {name} was changed, and every other browser was signed out.',
  ),
  'email-asked': changed(
    'Your address is to be changed',
    'Somebody signed in as you asked to use another address for your account of {name}. It takes effect when that address is confirmed.',
  ),
  email: changed(
    'Your address was changed',
    'Your account of {name} now has another address. This one cannot be used to sign in any more.',
  ),
  'second-factor-added': changed(
    'A second factor was added',
    'A second step for signing in was added to your account of {name}.',
  ),
  'second-factor-removed': changed(
    'A second factor was removed',
    'A second step for signing in was removed from your account of {name}.',
  ),
} as const
