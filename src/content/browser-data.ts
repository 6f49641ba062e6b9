/*
 * Everything that this site stores in a browser, and that a page sends by itself. The code takes
 * its names from here, the privacy policy lists all of it, and the browser tests fail on anything
 * else.
 */

/** A cookie. The name stands behind `__Host-` where the site is on https. */
type Cookie = { readonly name: string; readonly text: string; readonly lasts: string }

/** The cookies, all of them for staff. A `*` at the end stands for letters that vary. */
export const cookies = {
  session: {
    name: 'breezeway-session',
    text: 'keeps a staff member signed in',
    lasts: 'until they sign out, and 30 days at most',
  },
  firstStep: {
    name: 'breezeway-first-step',
    text: 'remembers that the password was right until the second sign-in step is done',
    lasts: '10 minutes',
  },
  passkey: {
    name: 'breezeway-passkey',
    text: 'holds the one-time challenge for a passkey sign-in',
    lasts: '5 minutes',
  },
  knownBrowser: {
    name: 'breezeway-browser-*',
    text: 'shows that this browser has signed in before, so someone guessing passwords can’t lock its owner out',
    lasts: 'a year',
  },
} as const satisfies Record<string, Cookie>

/** A text in the browser's session storage, which ends with the tab. */
type StoredText = {
  readonly key: string
  readonly isOfStaff?: true
  readonly text: string
}

/** The texts in that storage. A `*` at the end stands for a name that varies. */
export const storedTexts = [
  {
    key: 'visit',
    text: 'the first page of your visit, the page that linked to it, and campaign and click IDs. It’s sent only with your request',
  },
  {
    key: 'estimate-form',
    text: 'what you’ve typed in the form; deleted once it’s sent',
  },
  {
    key: 'estimate-submissions',
    text: 'what you’re sending, with a random number so we don’t record it twice; deleted once we have it',
  },
  {
    key: 'request-received',
    text: 'that we have your request, its reference and the address of its page, so they’re there when you come back',
  },
  {
    key: 'note:*',
    isOfStaff: true,
    text: 'a note that was typed but not saved',
  },
  {
    key: 'form:*',
    isOfStaff: true,
    text: 'what was typed in a form of the back office when the session ended; deleted once the form shows it again',
  },
] as const satisfies readonly StoredText[]

type Written<Key> = Key extends `${infer Start}*` ? `${Start}${string}` : Key

/** Every key that may be written to that storage. */
export type StoredKey = Written<(typeof storedTexts)[number]['key']>

/** What a public page sends beyond requests for pages, pictures and the like. */
export const sentByPages = [
  { path: '/api/contact', text: 'the form, when you send it' },
  {
    path: '/api/taps',
    text: 'a tap on our phone number: where the visit came from in one or two words, such as "google" or "direct." We add it to a count and store nothing else: no page, no click ID, no address, no referrer, no cookie, no time of day',
  },
] as const

/** The only other site that a public page loads from. */
export const mapsHost = 'www.google.com'
