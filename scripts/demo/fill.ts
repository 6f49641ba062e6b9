import type { Logger } from 'pino'
import type { Account } from '#/contracts/money/ledger.ts'
import { sources } from '#/contracts/results/visits.ts'
import { apiPaths, ledgerPath, pagePaths, publicPaths, servicePath } from '#/contracts/routes.ts'
import { urgentServiceId } from '#/contracts/site/services.ts'
import type { Config } from '#/server/config/config.ts'
import { watchCalls } from '#/server/referrals/news/watch-calls.ts'
import { settleOldClaims } from '#/server/referrals/offers/settle-claims.ts'
import { queueFollowUps } from '#/server/referrals/request-page/follow-ups.ts'
import { createTapCounter } from '#/server/results/phone-taps.ts'
import { type HeldSite, withHeldSite } from './held-site.ts'
import { createNetwork, joinContractors } from './network.ts'
import { createOffice } from './office.ts'
import { createRandom } from './random.ts'
import { type PlannedRequest, planRequests } from './requests.ts'
import { dayOf, daysUntil, instantOn, type SeasonDay } from './season.ts'
import { makeTeam, type Team } from './team.ts'
import { createVisitors } from './visitors.ts'
import { createWorker } from './worker.ts'
import { createTimeline, type Lead, minutesAfter, type Timeline, type World } from './world.ts'

/** What a demo is made of. The same seed at the same time makes the same one. */
export type DemoOptions = {
  seed: number
  now: Date
  /** Requests on a usual day. */
  requestsADay: number
  /** Of all people in the team. */
  password: string
  stop: AbortSignal
}

/** People who call for each who writes. */
const callsARequest = 1.3

type DayAt = (day: number, minuteOfDay: number) => Date

/** The addresses that are told of leads. */
const recipients = { office: 'office@example.com', nights: 'nights@example.org' }

/** What an owner does on the first day. */
async function setUp({ ask }: Team, holdsFrom: string): Promise<void> {
  for (const email of Object.values(recipients)) {
    await ask('dana', 'POST', apiPaths.recipients, { email })
  }
  await ask('dana', 'POST', apiPaths.visitorMails, { sendsMails: true })
  await ask('dana', 'PUT', apiPaths.offerSettings, { isAutomatic: true })
  await ask('dana', 'POST', apiPaths.feeRules, {
    ...{ contractorId: null, service: null, event: 'accepted', price: '35', holdsFrom },
  })
  const message = 'From the estimate form. Call within the hour in opening hours, please.'
  await ask('luis', 'POST', apiPaths.leadSourceSettings, { message })
  await ask('dana', 'POST', apiPaths.testMail, { email: recipients.office })
  await ask('dana', 'PATCH', apiPaths.firstSteps, { isBackedUp: true, isPutAway: true })
}

/** What was written of a page, and how many days after the beginning; null takes it back. */
const edits: { day: number; pagePath: string; title: string | null; description?: string }[] = [
  ...[19, 66].map((day) => ({
    ...{ day, pagePath: pagePaths.home },
    title: 'AC and Heating Contractors in Deltona and Sanford',
    description: 'Free estimates from licensed, insured contractors within 20 minutes of Deltona.',
  })),
  {
    ...{ day: 54, pagePath: pagePaths.home },
    title: 'Storm damage to your AC? Contractors around Deltona',
    description: 'Estimates and reports for your insurance from licensed contractors.',
  },
  {
    ...{ day: 11, pagePath: servicePath('ac-repair') },
    title: 'AC Repair in Deltona, DeLand and Sanford',
    description: 'AC not cooling? A licensed contractor near you calls back the same day.',
  },
  { day: 60, pagePath: servicePath('ac-repair'), title: null },
]

function planEdits({ plan }: Timeline, { ask }: Team, dayAt: DayAt): void {
  for (const { day, title, ...edit } of edits) {
    plan(dayAt(day, 10 * 60 + day), () =>
      title === null
        ? ask('priya', 'DELETE', `${apiPaths.seo}?path=${edit.pagePath}`)
        : ask('priya', 'POST', apiPaths.seo, { title, ...edit }),
    )
  }
}

/** Every contractor pays what they owe. */
async function enterPayments({ ask }: Team): Promise<void> {
  const { data } = await ask<Account[]>('dana', 'GET', apiPaths.money)
  for (const { contractorId, balanceCents } of data) {
    if (balanceCents <= 0) continue
    const paid = { kind: 'payment', amount: String(balanceCents / 100), text: 'Bank transfer' }
    await ask('dana', 'POST', ledgerPath(apiPaths.ledgerEntries, contractorId), paid)
  }
}

/** The team signs in in the morning, and now and then a person does something else. */
function planDays(
  { plan }: Timeline,
  { team, site }: Pick<World, 'team' | 'site'>,
  { dayAt, lastDay }: { dayAt: DayAt; lastDay: number },
): void {
  for (let day = 1; day <= lastDay; day += 1) {
    if (day % 10 === 0) plan(dayAt(day, 6 * 60 + 52 + (day % 9)), () => team.signIn('luis'))
    if (day % 14 === 0) plan(dayAt(day, 19 * 60 + 20), () => team.signIn('dana'))
    if (day % 30 === 14) {
      plan(dayAt(day, 17 * 60), () => team.ask('dana', 'GET', apiPaths.leadExport))
    }
    if (day % 30 === 12) plan(dayAt(day, 11 * 60), () => enterPayments(team))
    if (day % 37 === 5) {
      const json = { email: 'nobody@example.com', password: 'a guess of a stranger' }
      const guess = { from: '198.18.0.66', userAgent: 'python-requests/2.32', json }
      plan(dayAt(day, 3 * 60 + 41), () => site.send('POST', apiPaths.signIn, guess))
    }
  }
}

/** The taps of each day on the phone number are stored in its last hour. */
function planTaps(
  { site, random, plan }: World,
  dayAt: DayAt,
  days: readonly SeasonDay[],
  requestsADay: number,
): void {
  const taps = createTapCounter(site.db)
  for (const [day, { demand }] of days.entries()) {
    plan(dayAt(day, 23 * 60), async () => {
      for (let left = random.count(callsARequest * requestsADay * demand); left > 0; left -= 1) {
        taps.count({ page: random.pick(publicPaths), source: random.pick(sources) })
      }
      await taps.store()
    })
  }
}

/** Has the server do its work soon after something has happened, and tells people of it. */
function createWorld(site: HeldSite, options: DemoOptions, timeline: Timeline, team: Team) {
  const random = createRandom(options.seed)
  const { plan } = timeline
  let work: (now: Date) => Promise<void> = async () => {}
  let nextWork = new Date(0)
  const workAt = (at: Date) => {
    nextWork = at
    plan(at, (now) => work(now))
  }
  const world: World = {
    ...{ site, random, team, plan },
    workSoon(now) {
      if (nextWork <= now) workAt(minutesAfter(now, random.between(4, 9) / 60))
    },
  }
  const begin = (given: typeof work) => {
    work = given
  }
  return { world, begin }
}

async function fill(site: HeldSite, options: DemoOptions): Promise<void> {
  const { now: end, password, requestsADay } = options
  const days = daysUntil(end)
  const dayAt: DayAt = (day, minute) => instantOn(dayOf(days, day).date, minute)
  const timeline = createTimeline(site.setTime)
  const { plan } = timeline
  await site.setTime(dayAt(0, 8 * 60))
  const team = await makeTeam(site, password)
  const { world, begin } = createWorld(site, options, timeline, team)
  const { random } = world
  const requests = planRequests(end, requestsADay, createRandom(options.seed))
  await setUp(team, String(dayOf(days, 0).date))

  const network = createNetwork(world, await joinContractors(world, end))
  const office = createOffice(world, network, end)
  const visitors = createVisitors(world, office.planPublishing)
  const known = new Map<number, Lead>()
  const full = { mailbox: recipients.nights, from: dayAt(112, 0) }
  const doWork = createWorker(site.db, random, full)
  let nextOver = 0
  begin(async (now) => {
    const { advanced, claims, msUntilExpiry } = await doWork(now)
    for (const lead of advanced.flatMap((id) => known.get(id) ?? [])) {
      if (await office.isUnanswered(lead)) office.onUnanswered(lead, now)
    }
    for (const { channel, leadId, offerId, target } of claims) {
      const lead = known.get(leadId)
      if (channel === 'follow-up') visitors.planRating(leadId, now)
      if (channel === 'offer' && lead && offerId) network.takeOffer(lead, offerId, target, now)
    }
    const over = now.getTime() + (msUntilExpiry ?? Number.NaN) + 1_500
    // It was planned before if it is the same offer that is over next.
    if (!(Math.abs(over - nextOver) > 1_000)) return
    nextOver = over
    plan(new Date(over), async (later) => world.workSoon(later))
  })

  async function arrive(request: PlannedRequest, now: Date) {
    const { id, isQuarantined } = await visitors.send(request)
    const { submission, town, weather } = request
    const isUrgent = submission.service === urgentServiceId
    const lead = { id, weather, isUrgent, isAway: town === null }
    known.set(id, lead)
    world.workSoon(now)
    if (isQuarantined && submission.consentVersion) office.release(lead, now)
    if (isQuarantined) return
    visitors.followUp(id, now)
    office.takeLead(lead, now)
  }
  for (const request of requests) plan(request.at, (now) => arrive(request, now))
  for (let day = 1; day < days.length; day += 1) {
    plan(dayAt(day, 10 * 60 + 7), async (now) => {
      await settleOldClaims(site.db)
      await queueFollowUps(site.db)
      await watchCalls(site.db)
      world.workSoon(now)
    })
  }
  planEdits(timeline, team, dayAt)
  planDays(timeline, { team, site }, { dayAt, lastDay: days.length - 1 })
  const invited = { email: 'nora@example.org', role: 'editor' }
  plan(minutesAfter(end, -1_730), () => team.signIn('priya'))
  plan(minutesAfter(end, -52), () => team.ask('dana', 'POST', apiPaths.invitations, invited))
  planTaps(world, dayAt, days, requestsADay)
  await timeline.runUntil(end, options.stop)
}

/** Fills a new database with a season of invented leads, by requests to the product itself. */
export const fillDemo = (config: Config, logger: Logger, options: DemoOptions): Promise<void> =>
  withHeldSite(config, logger, (site) => fill(site, options))
