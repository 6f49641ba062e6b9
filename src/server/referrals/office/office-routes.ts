import { and, eq, inArray, ne } from 'drizzle-orm'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { offerPage } from '#/content/offer-page.ts'
import { dayMs } from '#/contracts/days.ts'
import { api } from '#/contracts/endpoints/api.ts'
import type { NewReminder, Reminder } from '#/contracts/leads/inbox.ts'
import { reminderLimit } from '#/contracts/limits.ts'
import { formatCents } from '#/contracts/money/amounts.ts'
import { outcomes, toldLostReasons } from '#/contracts/referrals/offer-states.ts'
import { deliveries, leads, referrals } from '#/server/db/tables/schema.ts'
import { instantOfLocal, opensOn } from '#/server/time/business-hours.ts'
import { localDay } from '#/server/time/local-day.ts'
import type { Database, Transaction } from '../../db/database.ts'
import { lockLeads } from '../../db/lock-lead.ts'
import { AppError } from '../../http/errors.ts'
import { serve } from '../../http/serve.ts'
import { serveStoredSetting } from '../../http/serve-setting.ts'
import { signedInAs } from '../../http/sessions.ts'
import { jobValueSchema } from '../../money/money-schemas.ts'
import { typedText } from '../../texts/texts.ts'
import { localTimeSchema } from '../../texts/values.ts'
import type { Command } from '../commands.ts'
import { readListed } from '../contractors/contractors.ts'
import { whyNotFree } from '../settle.ts'
import { accepted, type Contractor, type Instant, type State, waitsForOf } from '../state.ts'
import { apply, applyForUser, nextOfferId, noLead, toError } from '../store/apply.ts'
import { sendPhoto } from '../store/read-additions.ts'
import { leadOfOffer, readNow, readRequestOf, toContractor } from '../store/read-request.ts'

const newOfferSchema = z.object({
  contractorId: z.int('Please choose a contractor.').positive('Please choose a contractor.'),
})

/** People may agree to call later than the day of the yes: at most N days later. */
const longestAgreementDays = 90

/** Records what was agreed by phone. */
const agreementSchema = newOfferSchema.extend({ callAt: localTimeSchema })

const outcomeSchema = z
  .object({
    outcome: z.enum(outcomes),
    lostReason: z.enum(toldLostReasons, 'Please choose a reason.').nullable().default(null),
  })
  .refine(({ outcome, lostReason }) => outcome !== 'lost' || lostReason !== null, {
    path: ['lostReason'],
    message: 'Please choose a reason.',
  })

const newReminderSchema = z.object({
  when: z.union(
    [z.enum(['hours', 'tomorrow', 'monday']), z.iso.date()],
    'Please choose when to see this request again.',
  ),
  reason: typedText(reminderLimit, 'Please write a reason in words.').default(''),
})

/** When it was agreed to call. That may be over by now. */
function readAgreedTime(typed: string): Instant {
  const at = instantOfLocal(typed)
  const { callAt, agreedFar } = offerPage.problems
  const isFar = at && at.getTime() > Date.now() + longestAgreementDays * dayMs
  const problem = isFar ? agreedFar : callAt
  // In the years before, the year was not typed to its end.
  if (at && !isFar && at.getUTCFullYear() >= 2000) return at.getTime()
  throw new AppError('invalid_request', problem, { fields: { callAt: problem } })
}

/**
 * Notes that a mail which had left came back to the owner's mailbox, where the product does not look.
 * From then on it is one that its server refused.
 */
async function noteCameBack(tx: Transaction, deliveryId: number, by: string): Promise<void> {
  const isThis = eq(deliveries.id, deliveryId)
  const [found] = await tx.select().from(deliveries).where(isThis)
  if (!found) throw new AppError('not_found', `There’s no delivery number ${deliveryId}.`)
  const { leadId, offerId, channel: mail, target: to } = found
  await applyForUser(tx, leadId, { do: 'came-back', mail, offerId, to, by })
  const changed = await tx
    .update(deliveries)
    .set({ state: 'failed', problem: 'It went out and bounced back to your mailbox.' })
    .where(and(isThis, eq(deliveries.state, 'sent'), ne(deliveries.channel, 'webhook')))
    .returning({ id: deliveries.id })
  if (changed.length > 0) return
  throw new AppError('conflict', 'This email hasn’t gone out, or is already marked as bounced.')
}

/**
 * The owner says that two leads are of one person. The one that no contractor has goes with the other;
 * of two such the later one does.
 */
async function joinLeads(tx: Transaction, leadIds: readonly [number, number], by: string) {
  const rows = await lockLeads(tx, inArray(leads.id, [...leadIds]), 'no key update')
  async function readState(leadId: number): Promise<State> {
    const row = rows.find(({ id }) => id === leadId)
    if (!row) throw noLead(leadId)
    return (await readRequestOf(tx, row)).state
  }
  const one = await readState(Math.min(...leadIds))
  const other = await readState(Math.max(...leadIds))
  const [first, later] = accepted(other) && !accepted(one) ? [other, one] : [one, other]
  const ofFirst = whyNotFree(first)
  // Of one that goes with another, the command would lock that other one after these.
  const problem = whyNotFree(later) ?? (ofFirst?.refused === 'matched' ? undefined : ofFirst)
  if (problem) throw toError(problem)
  await applyForUser(tx, later.lead.id, { do: 'join', earlier: first.lead.id, by })
}

/** "In a few hours" is this many. */
const fewHours = 3

/** The last day that can be chosen is this many days ahead. */
const mostDays = 365

/** When a lead is to be shown again: on another day when the business opens. */
function timeOf(when: string, now: Instant): Instant {
  if (when === 'hours') return now + fewHours * 3_600_000
  const today = Date.parse(localDay(now))
  const weekday = new Date(today).getUTCDay()
  const ahead = { tomorrow: 1, monday: (8 - weekday) % 7 || 7 }
  const day =
    when === 'tomorrow' || when === 'monday' ? today + ahead[when] * dayMs : Date.parse(when)
  const at = opensOn(new Date(day).toISOString().slice(0, 10)).getTime()
  if (at > now && day - today <= mostDays * dayMs) return at
  const problem = `Please choose one of the next ${mostDays} days.`
  throw new AppError('invalid_request', problem, { fields: { when: problem } })
}

/** The lead that is put off with this one: the one that it goes with, if there is one. */
async function findFirst(tx: Transaction, leadId: number): Promise<number> {
  const { joinedTo } = referrals
  const [row] = await tx.select({ joinedTo }).from(referrals).where(eq(referrals.leadId, leadId))
  return row?.joinedTo ?? leadId
}

/** Has a lead shown again at a time. */
async function snooze(
  tx: Transaction,
  leadId: number,
  { when, reason }: NewReminder & { reason: string },
  by: string,
): Promise<Reminder> {
  const until = timeOf(when, await readNow(tx))
  const id = await findFirst(tx, leadId)
  const { after } = await applyForUser(tx, id, { do: 'snooze', until, reason, by })
  const at = after.snooze?.until ?? until
  const isPutOff = waitsForOf(after) === 'later'
  return { at: new Date(at).toISOString(), isSooner: at < until, isPutOff }
}

/** The offer that a request names, and the user who sent it. */
const ofOffer = (request: FastifyRequest & { params: { offerId: number } }) => ({
  offerId: request.params.offerId,
  by: signedInAs(request),
})

/** To whom a lead is offered, and what they have of it. */
function addOffers(app: FastifyInstance, db: Database): void {
  /** A contractor gets a lead offered, or takes it, as the user says. */
  async function give(
    request: FastifyRequest & { params: { leadId: number }; body: { contractorId: number } },
    toCommand: (offer: { offerId: number; contractor: Contractor; by: string }) => Command,
  ) {
    const { leadId } = request.params
    const { contractorId } = request.body
    const by = signedInAs(request)
    request.audit({ subject: `request ${leadId}, contractor ${contractorId}`, contractorId })
    await db.transaction(async (tx) => {
      const contractor = toContractor(await readListed(tx, contractorId), await readNow(tx))
      const offerId = await nextOfferId(tx)
      await applyForUser(tx, leadId, toCommand({ offerId, contractor, by }))
    })
  }

  serve(app, api.leadOffers, { body: newOfferSchema, status: 201 }, (request) =>
    give(request, (offer) => ({ do: 'offer', ...offer })),
  )

  serve(app, api.leadAgreement, { body: agreementSchema, status: 201 }, (request) => {
    const callAt = readAgreedTime(request.body.callAt)
    return give(request, (offer) => ({ do: 'agree', ...offer, callAt }))
  })

  async function command(command: Command & { offerId: number }): Promise<void> {
    const { offerId } = command
    const leadId = await leadOfOffer(db, offerId)
    if (!leadId) throw new AppError('not_found', `There’s no offer number ${offerId}.`)
    await db.transaction((tx) => applyForUser(tx, leadId, command))
  }

  serve(app, api.offerSpoken, {}, (request) => command({ do: 'spoken', ...ofOffer(request) }))

  serve(app, api.offerWithdrawal, {}, (request) => command({ do: 'withdraw', ...ofOffer(request) }))

  serve(app, api.jobValue, { body: jobValueSchema }, (request) => {
    const { value: valueCents } = request.body
    const inWords = valueCents === null ? 'unknown' : formatCents(valueCents)
    request.audit({ subject: `offer ${request.params.offerId}, ${inWords}` })
    return command({ do: 'set-job-value', valueCents, ...ofOffer(request) })
  })

  serve(app, api.deliveryCameBack, {}, (request) =>
    db.transaction((tx) => noteCameBack(tx, request.params.deliveryId, signedInAs(request))),
  )

  serveStoredSetting(app, api.offerSettings, {
    db,
    key: 'offers',
    inWords: ({ isAutomatic }) => (isAutomatic ? 'on' : 'off'),
  })
}

/** Adds the routes of what users do about leads. */
export function addOfficeRoutes(app: FastifyInstance, { db }: { db: Database }): void {
  addOffers(app, db)
  async function command(leadId: number, given: Command): Promise<void> {
    await db.transaction((tx) => applyForUser(tx, leadId, given))
  }

  serve(
    app,
    api.leadPhoto,
    {
      query: z.object({ size: z.enum(['small', 'large']).default('large') }),
    },
    (request, reply) =>
      sendPhoto(db, request, reply, [request.params.leadId], 'There’s no such photo.'),
  )

  serve(app, api.leadOutcome, { body: outcomeSchema }, (request) => {
    const { leadId } = request.params
    const { outcome, lostReason } = request.body
    const by = signedInAs(request)
    request.audit({ subject: `request ${leadId}, ${outcome}` })
    if (outcome === 'open' || outcome === 'matched')
      return command(leadId, { do: 'reopen', to: outcome, by })
    const reason = outcome === 'lost' ? lostReason : null
    return command(leadId, { do: 'close', as: outcome, reason, by })
  })

  serve(app, api.leadUrgency, { body: z.object({ cannotWait: z.boolean() }) }, (request) => {
    const { leadId } = request.params
    const { cannotWait } = request.body
    request.audit({ subject: `request ${leadId}, ${cannotWait ? 'yes' : 'no'}` })
    const by = signedInAs(request)
    return command(leadId, { do: 'correct', fields: ['cannotWait'], cannotWait, by })
  })

  serve(app, api.setReminder, { body: newReminderSchema }, (request) =>
    db.transaction((tx) => snooze(tx, request.params.leadId, request.body, signedInAs(request))),
  )

  // Of one that was not put off nothing is said.
  serve(app, api.removeReminder, {}, (request) =>
    db.transaction(async (tx) => {
      const id = await findFirst(tx, request.params.leadId)
      await apply(tx, id, { do: 'end-snooze', by: signedInAs(request) })
    }),
  )

  serve(app, api.leadJoin, { body: z.object({ leadId: z.int().positive() }) }, (request) => {
    const ids = [request.params.leadId, request.body.leadId] as const
    request.audit({ subject: ids.map((id) => `request ${id}`).join(' and ') })
    return db.transaction((tx) => joinLeads(tx, ids, signedInAs(request)))
  })

  serve(app, api.leadPart, {}, (request) =>
    command(request.params.leadId, { do: 'part', by: signedInAs(request) }),
  )
}
