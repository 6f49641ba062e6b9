import type { FastifyBaseLogger } from 'fastify'
import { business } from '#/content/business.ts'
import type { TownName } from '#/contracts/referrals/towns.ts'
import { urgentServiceId } from '#/contracts/site/services.ts'
import type { DatabaseLocation } from '#/server/db/database.ts'
import { hashLinkToken, makeLinkToken } from '#/server/http/link-tokens.ts'
import { attributionOfVisit } from '#/server/leads/intake/attribution.ts'
import { consentShown } from '#/server/leads/intake/consent.ts'
import { findReasons } from '#/server/leads/intake/spam-signals.ts'
import { createSubmitLead, hash } from '#/server/leads/intake/submit-lead.ts'
import { queueFollowUps } from '#/server/referrals/ratings/follow-ups.ts'
import { createNetwork, joinContractors, type Network } from './contractors.ts'
import { createDeliver, createMailServer } from './deliveries.ts'
import { type HeldDatabase, withHeldClock } from './held-clock.ts'
import { minutesAfter } from './minutes.ts'
import { createOffice } from './office.ts'
import { createRandom } from './random.ts'
import { type PlannedRequest, planRequests } from './requests.ts'
import { dayOf, daysUntil, instantOn } from './season.ts'
import { offerByItself, planEdits, recipients, setUp } from './site-setup.ts'
import { storeTaps } from './taps.ts'
import { makeTeam, type Team } from './team.ts'
import { createTimeline, type Timeline } from './timeline.ts'
import { createVisitors } from './visitors.ts'
import type { World } from './world.ts'

/** What a demo is made of. The same seed at the same time makes the same one. */
export type DemoOptions = {
  seed: number
  now: Date
  /** Requests on a usual day. */
  requestsADay: number
  /** Of everybody in the team. */
  password: string
  stop: AbortSignal
}

type DayAt = (day: number, minuteOfDay: number) => Date

/** Everybody signs in in the morning, and now and then somebody does something else. */
function planAuditLog({ plan }: Timeline, team: Team, dayAt: DayAt, lastDay: number, left: Date) {
  for (let day = 1; day <= lastDay; day += 1) {
    plan(dayAt(day, 6 * 60 + 52 + (day % 9)), () => team.tell('luis', 'sign-in'))
    if (day % 3 === 0) plan(dayAt(day, 19 * 60 + 20), () => team.tell('dana', 'sign-in'))
    if (day % 4 === 1 && dayAt(day, 0) < left) {
      plan(dayAt(day, 8 * 60 + 3), () => team.tell('kyle', 'sign-in'))
    }
    if (day % 30 === 14) plan(dayAt(day, 17 * 60), () => team.tell('dana', 'lead.export'))
    if (day % 37 === 5) plan(dayAt(day, 3 * 60 + 41), () => team.tellStranger())
  }
  const asked = 'GET /api/admin/leads'
  plan(dayAt(12, 11 * 60), () => team.tell('priya', 'request', asked, 'denied'))
}

/** Sends a request of the plan, and has everybody do with it what they do. */
function createArrival(
  { db, plan, sendSoon }: World,
  network: Network,
  office: ReturnType<typeof createOffice>,
  visitors: ReturnType<typeof createVisitors>,
) {
  const submit = createSubmitLead({ db, announce: () => {} }, findReasons)
  return async ({ submission, town, weather }: PlannedRequest, now: Date) => {
    const { service, visit, consentVersion, page, email } = submission
    const { id, isRepeat, quarantineReasons } = await submit({
      submission,
      attribution: attributionOfVisit(visit, [business.domain]),
      consent: consentShown(consentVersion, page, business.name),
      confirmationClient: hash(email),
      linkHash: hashLinkToken(makeLinkToken()),
    })
    if (isRepeat) throw new Error('two requests of the season are the same')
    const lead = { id, weather, isUrgent: service === urgentServiceId, isAway: town === null }
    if (quarantineReasons.length > 0) {
      if (consentVersion) office.release(lead, now)
      return id
    }
    sendSoon(now)
    plan(minutesAfter(now, 0.02), (soon) => network.advance(lead, soon))
    visitors.followUp({ id, service, town }, now)
    office.takeLead(lead, now)
    return id
  }
}

async function fill(held: HeldDatabase, options: DemoOptions): Promise<void> {
  const { seed, now: end, password } = options
  const { db, setTime } = held
  const random = createRandom(seed)
  const requests = planRequests(end, options.requestsADay, random)
  const days = daysUntil(end)
  const dayAt: DayAt = (day, minute) => instantOn(dayOf(days, day).date, minute)
  const timeline = createTimeline(setTime)
  const { plan } = timeline
  const begin = dayAt(0, 0)
  const left = dayAt(79, 17 * 60)

  await setTime(begin)
  const team = await makeTeam(held, begin, password)
  await setUp(db, team, begin)

  const mailServer = createMailServer(random, {
    away: { from: dayAt(52, 14 * 60), to: dayAt(52, 15 * 60 + 10) },
    full: { mailbox: recipients.nights, from: dayAt(112, 0) },
  })
  const deliver = createDeliver(db, mailServer, random)
  const townOf = new Map<number, TownName | null>()
  async function send(now: Date) {
    for (const { channel, leadId } of await deliver(now)) {
      if (channel === 'follow-up') visitors.planRating(leadId, townOf.get(leadId) ?? null, now)
    }
  }
  let nextSend = begin
  const world: World = {
    ...{ db, random, team, plan },
    sendSoon(now) {
      if (nextSend > now) return
      nextSend = minutesAfter(now, random.between(4, 9) / 60)
      plan(nextSend, send)
    },
  }
  const manners = await joinContractors(world, end)
  await team.tell('dana', 'contractor.import', `${manners.size} added, 0 changed`)
  const office = createOffice(world, () => network, { left, end })
  const network: Network = createNetwork(world, manners, office.onUnanswered)
  const visitors = createVisitors(world, office.planPublishing)
  const arrive = createArrival(world, network, office, visitors)

  for (const request of requests) {
    plan(request.at, async (now) => townOf.set(await arrive(request, now), request.town))
  }
  plan(dayAt(24, 9 * 60), () => offerByItself(db, team))
  plan(left, () => team.letGo())
  for (let day = 1; day < days.length; day += 1) {
    plan(dayAt(day, 10 * 60 + 7), async (now) => {
      await queueFollowUps(db, now)
      await send(now)
    })
  }
  planEdits(db, timeline, team, dayAt)
  planAuditLog(timeline, team, dayAt, days.length - 1, left)
  await timeline.runUntil(end, options.stop)
  await setTime(end)
  await team.keepSignedIn('luis', minutesAfter(end, -52))
  await team.keepSignedIn('priya', minutesAfter(end, -1_730))
  await team.inviteSomebody('nora@example.org')
  await storeTaps(db, end, options.requestsADay, random)
}

/** Fills a new database with a season of invented leads, by the product's own rules. */
export function fillDemo(
  location: DatabaseLocation,
  logger: FastifyBaseLogger,
  options: DemoOptions,
): Promise<void> {
  return withHeldClock(location, logger, (held) => fill(held, options))
}
