/** @module-tag slow */
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  deliveries,
  feeRules,
  leadHistory,
  ledgerEntries,
  referrals,
} from '#/server/db/tables/schema.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { inAnHour } from '#tests/support/leads/offer-site.ts'
import { type ServerProcess, startWithDatabase } from '#tests/support/server-process.ts'
import { referralSite } from '#tests/support/suite-site.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'

const feeCents = 4_500

describeOnDatabase('fifty contractors at once, on three processes', (database) => {
  const { db, site } = referralSite(database)
  const folders = [1, 2, 3].map(() => temporaryFolder())
  let servers: ServerProcess[] = []
  beforeAll(async () => {
    const { databaseUrl = '' } = database.location()
    servers = await Promise.all(
      folders.map(({ path }) =>
        startWithDatabase({
          ...{ DATA_DIR: path, DATABASE_URL: databaseUrl, LOG_LEVEL: 'error' },
          TRUST_PROXY: '127.0.0.1,::1',
        }),
      ),
    )
  })
  afterAll(async () => {
    // What went wrong in one of them stands in its log.
    const logs = servers.map(({ stderr }) => stderr())
    await Promise.all(servers.map(({ end }) => end('SIGTERM')))
    for (const { remove } of folders) remove()
    expect(logs).toEqual(['', '', ''])
  })

  let sent = 0
  /** Sends a form, each time to the next process and from another address. Returns the status. */
  async function send(path: string, form: Record<string, string>): Promise<number> {
    sent += 1
    const { status } = await fetch(`${servers[sent % 3]?.url}${path}`, {
      ...{ method: 'POST', redirect: 'manual', body: new URLSearchParams(form) },
      headers: { 'x-forwarded-for': `203.0.113.${sent}` },
    })
    return status
  }

  async function offerToFifty() {
    const leadId = await site.sendLead()
    const links: string[] = []
    for (let each = 0; each < 50; each += 1) {
      const { id } = await site.addContractor()
      const { data } = await site.offer(leadId, id)
      links.push(await site.linkTo({ id: data.offers.at(-1)?.id ?? 0 }, leadId))
    }
    return { leadId, links }
  }
  const count = async (leadId: number, state: string) =>
    (await site.referral(leadId)).offers.filter((offer) => offer.state === state).length
  /** What the contractors of a lead owe for it. */
  const owed = async (leadId: number) => {
    const [row] = await db()
      .select({ cents: sql`coalesce(sum(${ledgerEntries.amountCents}), 0)`.mapWith(Number) })
      .from(ledgerEntries)
      .where(eq(ledgerEntries.leadId, leadId))
    return row?.cents
  }
  const handBack = { reason: 'too-busy' }

  test('accept: one wins and pays, and all get a plain answer; of twenty who then hand back, one did', async () => {
    await db()
      .insert(feeRules)
      .values({ event: 'accepted', amountCents: feeCents, holdsFrom: '2026-01-01' })
    const { leadId, links } = await offerToFifty()
    const accept = { callAt: inAnHour(), atNight: inAnHour() }
    const answers = await Promise.all(links.map((link) => send(`${link}/accept`, accept)))
    expect(new Set(answers)).toEqual(new Set([303]))
    expect((await site.referral(leadId)).outcome).toBe('matched')
    expect([await count(leadId, 'accepted'), await count(leadId, 'taken')]).toEqual([1, 49])
    expect(await db().$count(deliveries, eq(deliveries.channel, 'match'))).toBe(1)
    expect(await owed(leadId)).toBe(feeCents)
    const pages = await Promise.all(links.map((link) => site.open(link)))
    const isTheirs = pages.map(({ body }) => /person-\d+@example\.com/.test(body))
    expect(isTheirs.filter(Boolean)).toHaveLength(1)

    const winner = links[isTheirs.indexOf(true)] ?? ''
    const others = links.filter((link) => link !== winner).slice(0, 10)
    const gave = [...Array<string>(10).fill(winner), ...others]
    await Promise.all(gave.map((link) => send(`${link}/hand-back`, handBack)))
    expect([await count(leadId, 'handed-back'), await count(leadId, 'accepted')]).toEqual([1, 0])
    expect(await owed(leadId)).toBe(0)
    const [stored] = await db().select().from(referrals).where(eq(referrals.leadId, leadId))
    expect(stored).toMatchObject({ outcome: 'open', ownerReason: 'handed-back' })
  })

  test('accept while twenty hand back: one has it at every moment, and pays for that time alone', async () => {
    const { leadId, links } = await offerToFifty()
    const accept = { callAt: inAnHour(), atNight: inAnHour() }
    const calls = links.flatMap((link, place) => [
      () => send(`${link}/accept`, accept),
      ...(place % 5 < 2 ? [() => send(`${link}/hand-back`, handBack)] : []),
    ])
    expect(calls).toHaveLength(70)
    await Promise.all(calls.map((call) => call()))
    const lines = await db()
      .select({ kind: leadHistory.kind })
      .from(leadHistory)
      .where(eq(leadHistory.leadId, leadId))
      .orderBy(leadHistory.id)
    const told = lines.map(({ kind }) => kind).filter((kind) => /accepted|handed-back/.test(kind))
    // A yes, and then what gave it back, before there is another yes.
    told.forEach((kind, place) => {
      expect(kind).toBe(place % 2 === 0 ? 'accepted' : 'handed-back')
    })
    expect(told.length).toBeGreaterThan(0)
    const holders = await count(leadId, 'accepted')
    expect(holders).toBe(told.length % 2)
    expect(await owed(leadId)).toBe(feeCents * holders)
  })
})
