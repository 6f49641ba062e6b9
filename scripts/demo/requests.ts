import { consent } from '#/content/estimate-form.ts'
import type { Submission } from '#/contracts/leads/leads.ts'
import { submissionSchema } from '#/contracts/leads/leads.ts'
import { pagePaths, servicePath } from '#/contracts/routes.ts'
import { detailServiceIds, type ServiceChoice, serviceChoices } from '#/contracts/site/services.ts'
import type { TownName } from '#/contracts/site/towns.ts'
import { createWriter, pitches, serviceOn, type Write } from './messages.ts'
import { createPeople, type Person } from './people.ts'
import type { Random } from './random.ts'
import { dayOf, daysUntil, instantOn, type SeasonDay, timesOn } from './season.ts'

/** A request that somebody sends at a time. */
export type PlannedRequest = {
  at: Date
  submission: Submission
  town: TownName | null
  weather: SeasonDay['weather']
}

/** How visits come about: the query of the first page, the address that led to it, and how often. */
const visits = {
  google: ['', 'https://www.google.com/', 30],
  googleAds: ['?gclid=invented&utm_campaign=cool-season', 'https://www.google.com/', 18],
  direct: ['', '', 13],
  facebook: ['?fbclid=invented', 'https://www.facebook.com/', 7],
  facebookAds: ['?utm_source=facebook&utm_medium=paid&utm_campaign=storm-help', '', 6],
  nextdoor: ['', 'https://nextdoor.com/', 6],
  bing: ['', 'https://www.bing.com/', 5],
  yelp: ['', 'https://www.yelp.com/', 5],
  email: ['?utm_source=newsletter&utm_medium=email', '', 3],
  postcard: ['?utm_source=postcard', '', 2],
  otherSite: ['', 'https://neighbors.example.org/', 2],
  unknown: undefined,
} as const

const visitWeights = Object.fromEntries(
  Object.entries(visits).map(([name, visit]) => [name, visit?.[2] ?? 1.5]),
) as Record<keyof typeof visits, number>

/** The page on which a visit began, by what is asked for. */
function landingPage(service: string, random: Random): string {
  const own = detailServiceIds.find((id) => id === service)
  if (own && random.chance(0.4)) return servicePath(own)
  return random.pick([pagePaths.home, pagePaths.home, pagePaths.services, pagePaths.whatsWrong])
}

/** What a visit notes of itself, as a page of the site does. */
function visitFor(
  service: string,
  random: Random,
  kind = random.weighted(visitWeights),
): string | undefined {
  const visit = visits[kind]
  if (!visit) return undefined
  const [query, referrer] = visit
  return `${landingPage(service, random)}${query} ${referrer}`.trim()
}

const endings = [
  '',
  '',
  '',
  ' Thank you.',
  ' Thanks!',
  ' Please call first.',
  ' Evenings are best.',
]

function requestOf(
  { name, email, phone, address }: Person,
  { service, message }: { service: ServiceChoice; message: string },
  random: Random,
  more: { visit?: string | undefined; shownForMs?: number } = {},
) {
  return submissionSchema.parse({
    ...{ name, email, phone, address, service },
    message: message && message + random.pick(endings),
    submissionId: random.uuid(),
    page: random.pick([pagePaths.contact, pagePaths.contact, pagePaths.home]),
    consentVersion: consent.version,
    visit: visitFor(service, random),
    shownForMs: random.between(25, 400) * 1000,
    ...more,
  })
}

/** What a program sends that sells something. */
function pitchOf(person: Person, random: Random) {
  return submissionSchema.parse({
    ...{ name: person.name, email: person.email, phone: person.phone, address: null },
    service: 'not-sure',
    message: `${random.pick(pitches)} ${random.uuid().slice(0, 4)}`,
    submissionId: random.uuid(),
    shownForMs: random.between(200, 900),
  })
}

/** What requests are made of. */
type Source = {
  now: Date
  days: SeasonDay[]
  nextPerson: () => Person
  write: Write
  random: Random
}

const dayMs = 86_400_000

/** What every demo has, whatever chance brings: each service and source, a mistake, and somebody just now. */
function planCertain({ now, days, nextPerson, write, random }: Source): PlannedRequest[] {
  function planAt(at: Date, service: ServiceChoice, more: Parameters<typeof requestOf>[3] = {}) {
    const person = nextPerson()
    const daysAgo = Math.floor((now.getTime() - at.getTime()) / dayMs)
    const weather = days.at(-1 - daysAgo)?.weather ?? 'usual'
    const words = { service, message: write(service, weather) }
    return { at, weather, town: person.town, submission: requestOf(person, words, random, more) }
  }
  const onDay = (day: number, minute: number) => instantOn(dayOf(days, day).date, minute)
  const kinds = Object.keys(visits) as (keyof typeof visits)[]
  return [
    ...kinds.map((kind, index) => {
      const service = serviceChoices[index % serviceChoices.length] ?? 'not-sure'
      const at = onDay(2 + 7 * index, random.between(8 * 60, 18 * 60))
      return planAt(at, service, { visit: visitFor(service, random, kind) })
    }),
    planAt(onDay(60, 11 * 60), 'duct-cleaning', { shownForMs: 800 }),
    ...[7, 41, 126, 290].map((minutes) =>
      planAt(new Date(now.getTime() - minutes * 60_000), serviceOn('usual', random)),
    ),
  ]
}

function planDay(day: SeasonDay, known: Person[], requestsADay: number, source: Source) {
  const { nextPerson, write, random } = source
  const { weather } = day
  const requests = timesOn(day, requestsADay, random).map((at) => {
    // Some come again, weeks later.
    const isBack = known.length > 40 && random.chance(0.04)
    const person = isBack ? random.pick(known.slice(0, -20)) : nextPerson()
    if (!isBack) known.push(person)
    const service = serviceOn(weather, random)
    const words = { service, message: write(service, weather) }
    return { at, weather, town: person.town, submission: requestOf(person, words, random) }
  })
  const offered = timesOn({ ...day, demand: 1 }, 0.09, random).map((at) => ({
    ...{ at, weather, town: null, submission: pitchOf(nextPerson(), random) },
  }))
  return [...requests, ...offered]
}

/** All requests of the season that ends now, oldest first. */
export function planRequests(now: Date, requestsADay: number, random: Random): PlannedRequest[] {
  const days = daysUntil(now)
  const source = {
    now,
    days,
    nextPerson: createPeople(random),
    write: createWriter(random),
    random,
  }
  const known: Person[] = []
  return [
    ...planCertain(source),
    ...days.flatMap((day) => planDay(day, known, requestsADay, source)),
  ]
    .filter(({ at }) => at < now)
    .sort((a, b) => a.at.getTime() - b.at.getTime())
}
