import { cookies, sentByPages, storedTexts } from '../browser-data.ts'
import { business } from '../business.ts'
import type { LegalAddition, LegalBlock } from './legal-document.ts'

const paragraph = (text: string): LegalBlock => ({ kind: 'paragraph', text })
const list = (items: readonly string[]): LegalBlock => ({ kind: 'list', items })

const told = (name: string, text: string) => `${name.replace('*', '…')}: ${text}.`

const textsOf = (isOfStaff: boolean) =>
  storedTexts
    .filter((stored) => 'isOfStaff' in stored === isOfStaff)
    .map(({ key, text }) => told(key, text))

/** What the product does beyond the nine sections of the privacy policy, in detail. */
export const whatTheSiteDoes = {
  id: 'what-this-site-does',
  heading: 'What This Site Does, in Detail',
  ...business.legal.siteDetails,
  parts: [
    {
      heading: 'Cookies',
      blocks: [
        paragraph('This site sets cookies only for staff who sign in:'),
        list(
          Object.values(cookies).map(({ name, text, lasts }) => told(name, `${text} (${lasts})`)),
        ),
      ],
    },
    {
      heading: 'What your browser keeps',
      blocks: [
        paragraph(
          'Your browser stores these items for the site while you visit. They’re gone when you close the tab.',
        ),
        list(textsOf(false)),
        paragraph('For staff it also keeps these, until they sign out:'),
        list(textsOf(true)),
      ],
    },
    {
      heading: 'What our pages send',
      blocks: [
        paragraph('Apart from asking for pages and pictures, they send two things:'),
        list(sentByPages.map(({ text }) => `${text}.`)),
        paragraph(
          'With the form, they also send what section 2 lists. For the spam check, they send how long the page was open. Our web server’s log may show each visitor’s IP address and browser type. It may also show the page they asked for and where they came from. We keep it for a few weeks at most. To limit abuse, we count how often an IP address sends us something. Counts last from minutes to days.',
        ),
      ],
    },
    {
      heading: 'Your request page',
      blocks: [
        paragraph(
          'Each request has its own page, which you open with a private link. You get the link ' +
            'when you send the form, and in our emails. Anyone who has it can add to the request and see what you asked for and added. They can also see the last four digits of your phone number. Of your email address, they see the first letter and the domain. On that page you can:',
        ),
        list([
          'say where the work is, when to call you and what else we should know;',
          'send photos. We store a new copy of each, without the location, time and camera data that phones add. You can remove them at any time;',
          'cancel it;',
          'tell us how it went, with stars and a line of text. We post it only if you agree, and it shows the name and town you enter, the service and the month. You can take it down at any time.',
        ]),
      ],
    },
    {
      heading: 'What contractors get, and when',
      blocks: [
        list([
          'When we ask a contractor, they get the service, the town or ZIP code, and your photos. They’re also told if it’s an emergency and when you want to be called. They don’t get your name or any way to reach you.',
          'When a contractor says yes, they also get your name, phone number, email address, street address and everything you wrote. Only one contractor has your request at a time.',
          'When you cancel, we tell them not to call.',
        ]),
      ],
    },
    {
      heading: 'Emails',
      blocks: [
        paragraph(
          'Your request goes to our staff by email, and to any other programs we use for requests. We may email you to confirm that we have it, and again when something changes. That may be who took it, when they’ll call, or that they’re on the way. It may also be that we’re still looking or found no one, or that the job is done or didn’t work out. We may also ask you for your town, and once afterward how it went.',
        ),
      ],
    },
    {
      heading: 'How long we keep it',
      blocks: [
        list([
          'We keep a request until it’s old enough to delete or you ask us to erase it. Its notes, reminders, photos, rating and links go with it.',
          'What we erase or delete is gone from our records at once. What stays doesn’t identify anyone. If a contractor owed a fee, we keep the request’s number and reference, the service and the town. With these, we keep how you found our site. For what was erased, we keep a random number so that a restored backup is erased again.',
          'Backup copies are kept for about six months at most. What is gone from our records stays in them until then. If we ever restore one, we erase or delete it again. Emails already sent stay with those who got them.',
          'A record of what staff do is kept for 400 days. It names requests by number only.',
        ]),
      ],
    },
    {
      heading: 'How to ask',
      blocks: [
        paragraph(
          'To see, correct or erase what we have about you, call {phone} or write to {email}. The seven digits of your reference help us find it.',
        ),
      ],
    },
  ],
} as const satisfies LegalAddition
