import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import type { DeliveryChannel } from '#/contracts/notifications/deliveries.ts'
import type { MailToRender } from '#/contracts/notifications/mails.ts'
import type { Database } from '#/server/db/database.ts'
import { deliveries, leadEvents, leads, offers, referrals } from '#/server/db/tables/schema.ts'
import { type ClaimedDelivery, claimDue } from '#/server/notifications/deliveries/claims.ts'
import { type AttemptResult, storeOutcome } from '#/server/notifications/deliveries/outcomes.ts'
import { paceAt } from '#/server/notifications/deliveries/pace.ts'
import { mailAttempt } from '#/server/notifications/mail/attempt-mail.ts'
import { beginning, evolve } from '#/server/referrals/evolve.ts'
import { createReferralMails } from '#/server/referrals/register/register-referrals.ts'
import type { State } from '#/server/referrals/state.ts'
import { readEvents, readRequest, toLead } from '#/server/referrals/store/read-request.ts'
import { testConfig } from '#tests/support/app-builder.ts'

/** A mail as it left, or why it did not. */
export type Posted = {
  channel: DeliveryChannel
  to: string
  leadId: number
  offerId: number | null
  wanted?: MailToRender
  problem: string | null
}

const refused = { outcome: 'refused', problem: 'Nobody is there.', answer: '550 nobody' } as const

/**
 * Has all mails leave that are due, as the worker does. Those that match `fails` are refused for good. While
 * each is leaving, `meanwhile` happens; what it throws is what the mail server says.
 */
export async function post(
  db: Database,
  fails: (claim: ClaimedDelivery) => boolean = () => false,
  meanwhile: () => Promise<unknown> = async () => {},
  outcome: 'sent' | 'kept' = 'sent',
): Promise<Posted[]> {
  const posted: Posted[] = []
  const written: MailToRender[] = []
  const attempt = mailAttempt({
    site: testConfig().site,
    writeReferralMail: createReferralMails(db, ''),
    transport: {
      async send() {
        await meanwhile()
        return { outcome, answer: '250 taken' }
      },
    },
    renderMail: async (mail) => {
      written.push(mail)
      return { subject: '', html: '', text: '' }
    },
  })
  for (let claims = await claimDue(db, 1); claims.length > 0; claims = await claimDue(db, 1)) {
    for (const claim of claims) {
      const { channel, target: to, leadId, offerId } = claim
      const result: AttemptResult = fails(claim)
        ? refused
        : await attempt(claim, new AbortController().signal)
      await storeOutcome(db, { ...result, claim, at: new Date(), durationMs: 1 }, paceAt(1))
      const wanted = written.pop()
      posted.push({
        channel,
        to,
        leadId,
        offerId,
        problem: result.problem,
        ...(wanted && { wanted }),
      })
    }
  }
  return posted
}

/** What mails said, in short: 'job yours', 'update introduction', or the reason in brackets. */
export const inShort = (posted: readonly Posted[]) =>
  posted.map(({ channel, wanted, problem }) => {
    if (!wanted) return `${channel} (${problem})`
    if (wanted.kind === 'job') return `job ${wanted.says}`
    return wanted.kind === 'update' ? `update ${wanted.update.of}` : wanted.kind
  })

/** A point in time, in milliseconds. */
const isInstant = (value: unknown): value is number => typeof value === 'number' && value > 1e12

function earlier<Value>(value: Value, ms: number): Value {
  if (isInstant(value)) return (value - ms) as Value
  if (value instanceof Date) return new Date(value.getTime() - ms) as Value
  if (Array.isArray(value)) return value.map((each) => earlier(each, ms)) as Value
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, each]) => [name, earlier(each, ms)])
  return Object.fromEntries(entries) as Value
}

/** Hours pass for all leads: whatever happened to them happened that much earlier. */
export async function pass(db: Database, hours: number): Promise<void> {
  const ms = hours * 3_600_000
  for (const { id, createdAt, firstContactedAt } of await db.select().from(leads)) {
    await db.update(leads).set(earlier({ createdAt, firstContactedAt }, ms)).where(eq(leads.id, id))
  }
  for (const { leadId, ...row } of await db.select().from(referrals)) {
    await db.update(referrals).set(earlier(row, ms)).where(eq(referrals.leadId, leadId))
  }
  for (const { id, ...row } of await db.select().from(offers)) {
    await db.update(offers).set(earlier(row, ms)).where(eq(offers.id, id))
  }
  for (const { id, ...row } of await db.select().from(leadEvents)) {
    await db.update(leadEvents).set(earlier(row, ms)).where(eq(leadEvents.id, id))
  }
  for (const { id, ...row } of await db.select().from(deliveries)) {
    await db.update(deliveries).set(earlier(row, ms)).where(eq(deliveries.id, id))
  }
}

/** A state without what is read with it of the contractors. */
export const withoutContractors = (state: State) => ({
  ...state,
  offers: state.offers.map(({ contractor, ...offer }) => ({ ...offer, contractor: contractor.id })),
})

/** Fails where the events of a lead alone do not give its state. */
export async function checkEvents(db: Database): Promise<void> {
  for (const row of await db.select().from(leads)) {
    const read = await readRequest(db, row.id)
    if (!read) continue
    const lead = { ...toLead(row), isContacted: false, firstContactedAt: null }
    const events = await readEvents(db, row.id)
    const told = events.reduce<State>(evolve, beginning(lead))
    expect(withoutContractors(told), `lead ${row.id} by its events`).toEqual(
      withoutContractors(read.state),
    )
  }
}
