import type { OpenTimes, Week } from '#/contracts/hours/week.ts'
import { formatPhone } from '#/contracts/leads/contact-details.ts'
import type { Site } from '#/contracts/pages/documents.ts'

/** A text that begins a sentence, or a line. */
export const capitalized = (text: string): string => (text[0] ?? '').toUpperCase() + text.slice(1)

const weekday = { opens: '07:00', closes: '19:00' }

/** Monday to Friday, Saturday, and Sunday off. The owner may have others, in the office. */
const week: Week = [...Array<OpenTimes>(5).fill(weekday), { opens: '08:00', closes: '14:00' }, null]

/** How long a request may wait for the owner, or a visitor for a call, in minutes of its clock. */
export type WaitLimit = { lateAfterMinutes: number; overdueAfterMinutes: number }

/** Said of every contractor. The office checks it: without a valid license they get no offer. */
const licensed = 'licensed'
const noObligation = 'with no obligation'
const standing = `vetted, ${licensed} and insured`

/**
 * The facts about the network, each written down only here. Pages, structured data and mails use
 * them. Site configuration and the owner may replace some, and the area served, so texts name those by
 * placeholders such as {name}, {phone}, {hours}, {town} and {region}, which are filled at render: see `fillWords`.
 */
export const business = {
  name: 'Breezeway HVAC Network',
  domain: 'breezeway.example',
  /** Ten digits, no punctuation. */
  phone: '3865550142',
  /** The part of the email address before the @; the domain follows it. */
  emailLocalPart: 'hello',

  state: { code: 'FL', name: 'Florida' },
  /** Meta tags for local search. The position of one town, in decimal degrees (GeoNames: Deltona, Florida). */
  geo: { region: 'US-FL', placename: 'Deltona', latitude: 28.9005, longitude: -81.2637 },
  timeZone: 'America/New_York',

  hours: { week, always: '24/7' },

  responsePromise: {
    /** Where a request is sent, and of one that was: {time} is the day and the hour. */
    answer: 'We’ll get back to you by {time}.',
    /** For visitors who call in the hours of the week. */
    call: 'the same day',
    /** For visitors who send the form. */
    estimate: 'within 24 hours',
    matching: '24-48 hours',
    emergency: 'about 24 hours',
  },
  /** The same in numbers, the longest of each, by the clock. The results are compared with them. */
  promisedHours: { estimate: 24, emergency: 24 },

  /**
   * When a request that waits for the owner is late, and when overdue. A weekday has 12 opening hours:
   * what is overdue after them was not answered in the 24 hours that the site promises, where days on
   * which the business is closed do not count.
   */
  waitLimits: {
    usual: { lateAfterMinutes: 6 * 60, overdueAfterMinutes: 12 * 60 },
    emergency: { lateAfterMinutes: 15, overdueAfterMinutes: 30 },
  } satisfies Record<'usual' | 'emergency', WaitLimit>,

  /**
   * When the call that a contractor has promised is late, so that they are reminded, and when overdue, so
   * that the request waits for the owner: from the promised time, unless somebody said that they have spoken.
   */
  callLimits: {
    usual: { lateAfterMinutes: 60, overdueAfterMinutes: 2 * 60 },
    emergency: { lateAfterMinutes: 15, overdueAfterMinutes: 30 },
  } satisfies Record<'usual' | 'emergency', WaitLimit>,

  /**
   * How long a contractor may take to answer an offer; then the next one is asked. In an emergency N are
   * asked at the same time, and the first to say yes has it. The owner may have others, in the office.
   */
  offerTimes: { openingHours: 4, emergencyMinutes: 30, askedInEmergency: 3 },
  /** How long a visitor is asked where the work is, before the owner is told that it is not known. */
  placeAnswerMinutes: 10,

  /**
   * The network's own contractor license, such as 'CAC1234567'. Null for none: a referral service
   * does no contracting, and Florida wants a license for contracting only (Florida Statutes 489.105
   * and 489.113).
   */
  license: null as string | null,

  contractors: { licensed, standing },

  estimateTerms: `free, ${noObligation}`,
  noObligation,

  /** Our part is the referral. The work is the contractor's, as the terms of service say. */
  guarantee: {
    name: 'Satisfaction Guaranteed',
    promise:
      'if you’re not satisfied with your contractor, tell us and we’ll look for another one at no charge',
  },

  /** Given by contractors and manufacturers; the exact term stands in each written estimate. */
  warranty: {
    workmanship: '1-5 years',
    equipment: '5-15 years',
  },

  /** The numbers that the site claims, where the owner claims no others in the office. */
  claimed: { projects: '1,000+', contractors: '30+', areas: '15+', satisfaction: '98%' },
  stats: [
    { id: 'projects', label: 'Projects connected' },
    { id: 'contractors', label: 'Verified contractors' },
    { id: 'areas', label: '{shortRegion} areas' },
    { id: 'satisfaction', label: 'Client satisfaction' },
  ],

  claims: {
    contractors: capitalized(`${standing} contractors`),
    estimates: 'Free no-obligation estimates',
    consultations: 'Same-day consultations by phone',
    emergency: '{always} emergency response',
    financing: 'Flexible financing',
    insurance: 'Insurance claim assistance',
  },

  /** The dates and limits that the legal pages name. */
  legal: {
    lastUpdated: 'January 11, 2025',
    lastUpdatedDate: '2025-01-11',
    childrenUnder: 13,
    /** For the section below the numbered ones: the day on which its text last changed. */
    siteDetails: { lastUpdated: 'November 29, 2026', lastUpdatedDate: '2026-11-29' },
    ourGuarantee: { lastUpdated: 'November 29, 2026', lastUpdatedDate: '2026-11-29' },
  },

  /** The footer's third-party credit: the runtime that serves the site. */
  credit: { prefix: 'Powered by', label: 'Node.js', href: 'https://nodejs.org' },
} as const

/** What the owner may say of the business and its area, as texts name it. */
export type SiteNames = Omit<Site, 'url' | 'apiBaseUrl'>

/** The address that visitors may write to. */
export function siteEmail({ domain }: { domain: string }): string {
  return `${business.emailLocalPart}@${domain}`
}

/** What each placeholder in a text of this folder stands for. */
const placeholders = {
  name: ({ name }: SiteNames) => name,
  phone: ({ phone }: SiteNames) => formatPhone(phone),
  email: siteEmail,
  domain: ({ domain }: SiteNames) => domain,
  hours: ({ hours }: SiteNames) => hours.short,
  allHours: ({ hours }: SiteNames) => hours.long.join(', '),
  region: ({ region }: SiteNames) => region,
  shortRegion: ({ region }: SiteNames) => region.replace(business.state.name, business.state.code),
  county: ({ county }: SiteNames) => county,
  radius: ({ radiusMinutes }: SiteNames) => String(radiusMinutes),
  town: ({ towns }: SiteNames) => towns[0] ?? '',
  towns: ({ towns }: SiteNames) => towns.slice(0, 3).join(', '),
  always: () => business.hours.always,
} satisfies Record<string, (site: SiteNames) => string>

/** A name in braces that `fillWords` fills. */
export type Placeholder = keyof typeof placeholders

const placeholder = new RegExp(`\\{(${Object.keys(placeholders).join('|')})\\}`, 'g')

/** A text that says `{always}` of something, without that. */
const withoutAlways = (text: string) =>
  text.replace(/\{always\} (\w)/g, (_found, next: string, at: number) =>
    at === 0 ? next.toUpperCase() : next,
  )

/** Fills the placeholders of a text. Its other placeholders stay: who shows the text fills them. */
export function fillWords(text: string, site: SiteNames): string {
  const said = site.isAlwaysAnswered ? text : withoutAlways(text)
  return said.replace(placeholder, (_found, name: keyof typeof placeholders) =>
    placeholders[name](site),
  )
}
