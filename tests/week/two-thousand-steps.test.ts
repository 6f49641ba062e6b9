/** @module-tag slow */
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openDatabase, openSingleConnection } from '#/server/db/connect/client.ts'
import type { Database } from '#/server/db/database.ts'
import { saveSetting } from '#/server/db/settings.ts'
import {
  contractors,
  deliveries,
  feeRules,
  leadEvents,
  leads,
  ledgerEntries,
} from '#/server/db/tables/schema.ts'
import type { Command } from '#/server/referrals/commands.ts'
import { meaningOf } from '#/server/referrals/event-table.ts'
import { isRefusal, type Outcome, type Step } from '#/server/referrals/run.ts'
import { applyTo } from '#/server/referrals/store/apply.ts'
import { readEvents, readRequest } from '#/server/referrals/store/read-request.ts'
import { freshDatabase } from '#tests/support/databases.ts'
import { withoutContractors } from '#tests/support/leads/post-office.ts'
import { silentLogger } from '#tests/support/silent-logger.ts'
import { newYear } from '../year/clock.ts'
import type { Simulation } from '../year/simulation.ts'
import type { Kept, World } from '../year/world.ts'
import { passYear } from '../year/year.ts'
import { holdClock } from './held-site.ts'

const seed = 1
const mostSteps = 2_000
const fees = { accepted: 1_000, done: 2_500 }

/** Commands of which a second one at the same time changes nothing: each client gives them at once. */
const onceIsEnough: ReadonlySet<string> = new Set<Command['do']>([
  ...(['accept', 'decline', 'hand-back', 'done', 'nothing-came-of-it', 'withdraw'] as const),
  ...(['close', 'cancel', 'want-again', 'still-need-help', 'not-called'] as const),
  ...(['hold', 'release', 'tick'] as const),
])

/** A command as a route gives it: its times are whole. */
const inMilliseconds = (command: Command) =>
  Object.fromEntries(
    Object.entries(command).map(([name, value]) => [
      name,
      typeof value === 'number' ? Math.floor(value) : value,
    ]),
  ) as Command

/** Enough is shown. */
class Done extends Error {}

/** The same requests in a database, to which three clients give each command after it was given in memory. */
class Replay {
  steps = 0
  private lastOffer = 0
  private readonly stored = new Map<number, string>()
  private readonly world: World
  private readonly clients: readonly Database[]
  private readonly setTime: (at: Date) => Promise<unknown>

  constructor(
    { world }: Simulation,
    clients: readonly Database[],
    setTime: (at: Date) => Promise<unknown>,
  ) {
    this.world = world
    this.clients = clients
    this.setTime = setTime
    // Of how many mails an address has had, each has its own count: here it has had none.
    world.noteMail = () => undefined
    const next = world.nextOfferId.bind(world)
    let made = 0
    world.nextOfferId = async () => {
      made = await next()
      return made
    }
    const give = world.do.bind(world)
    world.do = async (leadId, planned) => {
      this.lastOffer = made
      const command = inMilliseconds(planned)
      const outcome = await give(leadId, command)
      await this.follow(leadId, command, outcome)
      return outcome
    }
  }

  private get db(): Database {
    return this.clients[0] as Database
  }

  private async follow(leadId: number, command: Command, outcome: Outcome | undefined) {
    const { at, steps } = this.world
    if (this.steps === mostSteps) throw new Done()
    this.steps += 1
    await this.setTime(new Date(at))
    await this.storeContractors()
    if (command.do === 'stored') await this.storeLead(this.world.kept(leadId))
    await this.db.execute(
      sql`select setval(pg_get_serial_sequence('offers', 'id'), ${this.lastOffer + 1}, false)`,
    )
    const times = onceIsEnough.has(command.do) ? this.clients : [this.pick()]
    const outcomes = await Promise.all(times.map((db) => applyTo(db, leadId, command)))
    const about = `step ${this.steps}, request ${leadId}, ${JSON.stringify(command)}`
    if (outcome && isRefusal(outcome)) {
      expect(outcomes, about).toContainEqual(expect.objectContaining({ refused: outcome.refused }))
    }
    if (command.do === 'correct') await this.storeCorrection(this.world.kept(leadId))
    for (const id of new Set(steps.map(({ after }) => after.lead.id))) await this.compare(id, about)
    await this.compareMails(steps, about)
  }

  /** They take turns. */
  private pick = () => this.clients[this.steps % this.clients.length] as Database

  private async compare(leadId: number, about: string) {
    const kept = this.world.kept(leadId)
    const read = await readRequest(this.db, leadId)
    expect(read && withoutContractors(read.state), about).toEqual(withoutContractors(kept.state))
    const events = await readEvents(this.db, leadId)
    expect(
      events.map(({ id: _, ...event }) => event),
      about,
    ).toEqual(kept.events.map((event) => ({ offerId: null, ...event })))
  }

  /** What was queued, and would leave now or within the hour. */
  private async compareMails(steps: readonly Step[], about: string) {
    const wanted = steps.flatMap(({ after, events }) =>
      events.flatMap((event) =>
        meaningOf(event, after).mails.flatMap(({ mail, offerId }) =>
          mail === 'everyone' || (offerId === null && !after.lead.hasEmail)
            ? []
            : `${after.lead.id} ${mail} ${offerId}`,
        ),
      ),
    )
    const rows = await this.db.delete(deliveries).returning()
    const queued = rows.map(({ leadId, channel, offerId }) => `${leadId} ${channel} ${offerId}`)
    expect(queued.toSorted(), about).toEqual([...new Set(wanted)].toSorted())
  }

  private async storeContractors() {
    for (const row of this.world.contractors.values()) {
      const text = JSON.stringify(row)
      if (this.stored.get(row.id) === text) continue
      this.stored.set(row.id, text)
      const { id, kind: _, ...fields } = row
      const values = { ...fields, services: [...row.services], towns: [...row.towns], notes: '' }
      await this.db
        .insert(contractors)
        .overridingSystemValue()
        .values({ id, ...values })
        .onConflictDoUpdate({ target: contractors.id, set: values })
    }
  }

  private async storeLead({ id, person, events }: Kept) {
    const { lead } = this.world.steps[0]?.before ?? this.world.kept(id).state
    expect(events.length).toBeGreaterThan(0)
    await this.db
      .insert(leads)
      .overridingSystemValue()
      .values({
        id,
        submissionId: `${id}`,
        contentHash: `${id}`,
        name: `Visitor ${id}`,
        email: person.email ?? '',
        phone: person.phone,
        phoneAsTyped: person.phone,
        service: lead.service,
        town: lead.town,
        isOutside: lead.isOutside,
        cannotWait: lead.cannotWait,
        createdAt: new Date(lead.createdAt),
      })
  }

  /** As the routes of the office do. */
  private async storeCorrection({ id, state, person }: Kept) {
    const { service, hasEmail } = state.lead
    const email = hasEmail ? (person.email ?? `corrected ${id}`) : ''
    await this.db.update(leads).set({ service, email }).where(eq(leads.id, id))
  }

  /** At the end contractors owe what the simulation says, and the owner reads the same news. */
  async compareLedger() {
    const rows = await this.db
      .select({
        id: ledgerEntries.offerId,
        cents: sql`sum(${ledgerEntries.amountCents})`.mapWith(Number),
      })
      .from(ledgerEntries)
      .groupBy(ledgerEntries.offerId)
    const owed = rows.filter(({ cents }) => cents !== 0).map(({ id, cents }) => [id, cents])
    const wanted = [...this.world.requests.values()].flatMap((kept) =>
      [...kept.fees].map(([id, { accepted, done }]) => [
        id,
        accepted * fees.accepted + done * fees.done,
      ]),
    )
    const byId = (a: unknown[], b: unknown[]) => Number(a[0]) - Number(b[0])
    expect(owed.toSorted(byId)).toEqual(wanted.filter(([, cents]) => cents !== 0).toSorted(byId))
    expect(owed.length).toBeGreaterThan(50)
    const unseen = await this.db
      .select({ leadId: leadEvents.leadId, kind: leadEvents.kind })
      .from(leadEvents)
      .where(sql`${leadEvents.tells} is not null and ${leadEvents.seenAt} is null`)
    expect(unseen.length).toBeGreaterThan(50)
  }
}

test('two thousand steps against PostgreSQL give the states, events, mails and fees of the simulation', async () => {
  const { location, remove } = await freshDatabase()
  const handles: { close: () => Promise<void> }[] = []
  const clients: Database[] = []
  try {
    const connection = await openSingleConnection(location, silentLogger)
    handles.push(connection)
    const setTime = await holdClock(connection.client)
    for (let each = 0; each < 3; each += 1) {
      const handle = await openDatabase(location, silentLogger)
      handles.push(handle)
      clients.push(handle.db)
    }
    const [db] = clients
    if (!db) throw new Error('no client')
    await saveSetting(db, 'offers', { isAutomatic: true })
    await saveSetting(db, 'visitorMails', { sendsMails: true })
    const holdsFrom = '2026-01-01'
    await db.insert(feeRules).values([
      { event: 'accepted', amountCents: fees.accepted, holdsFrom, createdAt: new Date(newYear) },
      { event: 'done', amountCents: fees.done, holdsFrom, createdAt: new Date(newYear) },
    ])
    let replay: Replay | undefined
    const ended = await passYear({
      seed,
      days: 60,
      prepare: (simulation) => {
        replay = new Replay(simulation, clients, setTime)
      },
    }).catch((error) => error)
    if (!(ended instanceof Done)) throw ended
    expect(replay?.steps).toBe(mostSteps)
    await replay?.compareLedger()
  } finally {
    for (const handle of handles) await handle.close()
    await remove()
  }
})
