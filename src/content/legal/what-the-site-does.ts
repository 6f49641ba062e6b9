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
        paragraph(
          'If you do not sign in as one of our staff, this site sets no cookie. Staff get these:',
        ),
        list(
          Object.values(cookies).map(({ name, text, lasts }) => told(name, `${text} (${lasts})`)),
        ),
      ],
    },
    {
      heading: 'What your browser keeps',
      blocks: [
        paragraph(
          'Your browser keeps these texts for the site while you visit. They are gone when you ' +
            'close the tab.',
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
          'With the form go how long the page had been open, for the spam check, and what is ' +
            'named in section 2. The log of our web server may have the IP address and browser type ' +
            'of each visitor, the page that was asked for and the one that led there, for a few ' +
            'weeks at most. To limit abuse we count how often an address sends something, for ' +
            'minutes or days.',
        ),
      ],
    },
    {
      heading: 'The page of your request',
      blocks: [
        paragraph(
          'Each request has a page of its own, which opens by a secret link. You get the link ' +
            'when you send the form, and in our emails. Anyone who has it sees what you asked for ' +
            'and what you added, the last four digits of your phone number, and the first letter ' +
            'and the domain of your email address, and can add to the request. There you can:',
        ),
        list([
          'say where the work is, when to call you and what else we should know;',
          'send photographs. We store a new copy of each, without the place, the time and the ' +
            'camera that phones hide in them. You can remove them at any time;',
          'say that you no longer need it;',
          'say how it went, with stars and a line of text. We publish that only if you agree, ' +
            'with the name and the town that you enter for it, the service and the month. You ' +
            'can take it back at any time.',
        ]),
      ],
    },
    {
      heading: 'What contractors get, and when',
      blocks: [
        list([
          'When we ask a contractor whether they can take your request: the service, whether it ' +
            'is an emergency, the town or ZIP code, when you want to be called, and your ' +
            'photographs. Not your name, and no way to reach you.',
          'When a contractor has said yes: also your name, phone number, email address, street ' +
            'address and everything that you wrote. One contractor has your request at a time.',
          'When you no longer need it: that they should not call.',
        ]),
      ],
    },
    {
      heading: 'Emails',
      blocks: [
        paragraph(
          'Your request goes to our staff by email, and to other programs of ours if we use any ' +
            'for it. We may email you that we have it, how it stands when that changes (which ' +
            'contractor has said yes and when they call, that we are looking for another one or ' +
            'have found none, that they are on the way, that it is done or that nothing came of ' +
            'it), where we need your town, and once afterward to ask how it went.',
        ),
      ],
    },
    {
      heading: 'How long we keep it',
      blocks: [
        list([
          'A request stays until we delete it for its age or you ask us to erase it. Its notes, reminders, ' +
            'photographs, rating and links go with it.',
          'What you ask us to erase, and what we delete for its age, is gone from our records at ' +
            'once. What stays names no one: where a contractor owed a fee, the number and ' +
            'reference of the request, the service, the town and how the visit came about; and ' +
            'of what was erased a random number, by which a restored backup is erased again.',
          'Backup copies are kept for about six months at most. What is gone from our records ' +
            'stays in them until then. If we ever restore one, it is erased or deleted again. ' +
            'Emails that have been sent stay with those who got them.',
          'A record of what staff do is kept for 400 days. It names requests by number only.',
        ]),
      ],
    },
    {
      heading: 'How to ask',
      blocks: [
        paragraph(
          'To see, correct or erase what we have about you, call {phone} or write to {email}. The ' +
            'seven digits of your reference help us to find it.',
        ),
      ],
    },
  ],
} as const satisfies LegalAddition
