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
    'If your system cannot wait, call us at {phone}.',
  ],
  call: 'Call {phone}',
  footer:
    'This address was entered in the form on {domain}. If that was not you, there is nothing to do: nothing else will follow from it.',
} as const

/** The mail that an admin asks for in the inbox, or by `npm run mail:test`. */
export const testMail = {
  subject: 'Test mail from {name}',
  preview: 'Mails from your site arrive.',
  title: 'It works',
  paragraphs: ['This mail was sent to see whether mails from {name} arrive. They do.'],
  footer: 'You get this mail because an admin of {name} asked for a test.',
} as const
