import { once } from 'node:events'
import { sql } from 'drizzle-orm'
import pino from 'pino'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { deliveries, leadEvents, notificationRecipients } from '#/server/db/tables/schema.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { anotherPerson } from '#tests/support/factories.ts'
import { storeLead } from '#tests/support/leads/store-lead.ts'
import { type ClaimedDelivery, claimDue, fromNow } from './claims.ts'
import { listDeliveriesOf } from './delivery-list.ts'
import { type AttemptResult, unknownProblem } from './outcomes.ts'
import { mostAtOnce, mostAttempts, paceAt } from './pace.ts'
import { startWorker, type Worker } from './worker.ts'

/** No look comes by itself as long as the test runs. */
const usualPace = { ...paceAt(1), fallbackMs: 3_600_000 }

const sent = { outcome: 'sent', problem: null, answer: '250 taken' } as const
const refused = { outcome: 'refused', problem: 'Nobody is there.', answer: '550 nobody' } as const
const later = { outcome: 'retry', problem: 'Not now.', answer: '451 not now' } as const

type LogLine = { level: number; msg: string; leadId?: number; ms?: number; outcome?: string }

describeOnDatabase('the worker', (database) => {
  const db = () => database.handle().db
  let worker: Worker
  /** Who was attempted, in order, and what becomes of it. */
  let attempted: number[]
  let attempt: (claim: ClaimedDelivery, signal: AbortSignal) => Promise<AttemptResult>
  let logLines: LogLine[]
  beforeAll(() => db().insert(notificationRecipients).values({ email: 'owner@example.com' }))
  beforeEach(async () => {
    await db().delete(deliveries)
    await db().delete(leadEvents)
    attempted = []
    logLines = []
    attempt = async () => sent
  })
  afterEach(() => worker.close())

  async function start(pace = usualPace) {
    const { listen } = database.handle()
    worker = await startWorker({
      database: { db: db(), listen },
      logger: pino({}, { write: (line: string) => void logLines.push(JSON.parse(line)) }),
      pace,
      attempt: (claim, signal) => {
        attempted.push(claim.leadId)
        return attempt(claim, signal)
      },
    })
  }
  const send = (name: string) => storeLead(database.handle(), { name, ...anotherPerson() })
  const shown = async (leadId: number) => {
    const list = await listDeliveriesOf(db(), leadId, usualPace.overdueAfterMs)
    return list[0]
  }
  /** Statements that name the column fail from now on, until the returned function is called. */
  const hide = async (table: 'delivery_attempts' | 'deliveries', column: string) => {
    await db().execute(sql.raw(`alter table ${table} rename ${column} to hidden`))
    return async () => {
      await db().execute(sql.raw(`alter table ${table} rename hidden to ${column}`))
    }
  }
  const linesOf = (msg: RegExp) => logLines.filter((line) => msg.test(line.msg))

  test('closed, it gives back what it broke off as if it had never been tried', async () => {
    const leadId = await send('Broken off')
    attempt = async (_claim, signal) => {
      await once(signal, 'abort')
      return later
    }
    await start({ ...usualPace, drainMs: 0 })
    await expect.poll(() => attempted).toEqual([leadId])
    await worker.close()

    expect(await shown(leadId)).toMatchObject({ state: 'pending', attempts: 0, problem: null })
    expect((await shown(leadId))?.log).toEqual([])
    // Another process need not wait for the end of the lease.
    const claims = await claimDue(db(), 1)
    expect(claims).toMatchObject([{ leadId, attempt: 1 }])
  })

  test('closed, it lets what is under way come to its end, and begins nothing new', async () => {
    const first = await send('First')
    const { promise: answer, resolve: letAnswer } = Promise.withResolvers<AttemptResult>()
    let wasAborted = false
    attempt = async (_claim, signal) => {
      const result = await answer
      wasAborted = signal.aborted
      return result
    }
    await start()
    await expect.poll(() => attempted).toEqual([first])
    const closed = worker.close()
    const second = await send('Second')
    letAnswer(sent)
    await closed
    expect(wasAborted).toBe(false)
    expect([(await shown(first))?.state, (await shown(second))?.state]).toEqual(['sent', 'pending'])
    expect(attempted).toEqual([first])
  })

  test('closed, it stores that a mail has left after all, so that it is not sent twice', async () => {
    const leadId = await send('Left at the last moment')
    attempt = async (_claim, signal) => {
      await once(signal, 'abort')
      return sent
    }
    await start({ ...usualPace, drainMs: 0 })
    await expect.poll(() => attempted).toEqual([leadId])
    await worker.close()
    expect(await shown(leadId)).toMatchObject({ state: 'sent', attempts: 1 })
  })

  test.each(['kept', 'cancelled'] as const)('%s is the end of a delivery', async (outcome) => {
    const leadId = await send(`Is ${outcome}`)
    attempt = async () => ({ outcome, problem: null, answer: null })
    await start()
    await expect.poll(async () => (await shown(leadId))?.state).toBe(outcome)
    expect(await shown(leadId)).toMatchObject({ sentAt: null, log: [{ outcome }] })
  })

  test('attempts no more at once than it may, and the next as soon as one ends', async () => {
    const all = mostAtOnce + 2
    for (let lead = 0; lead < all; lead += 1) await send(`Lead ${lead}`)
    const waiting: (() => void)[] = []
    attempt = async () => {
      await new Promise<void>((resolve) => waiting.push(resolve))
      return sent
    }
    await start()
    for (let ended = 0; ended < all; ended += 1) {
      await expect.poll(() => waiting.length).toBe(Math.min(mostAtOnce, all - ended))
      waiting.shift()?.()
      await expect.poll(() => linesOf(/attempted/).length).toBe(ended + 1)
    }
    expect(new Set(attempted).size).toBe(all)
  })

  test('an attempt that takes too long is broken off, and tried again later', async () => {
    const leadId = await send('Hangs')
    attempt = async (_claim, signal) => {
      await once(signal, 'abort')
      return later
    }
    await start({ ...usualPace, attemptMs: 50 })
    await expect
      .poll(() => shown(leadId))
      .toMatchObject({ state: 'pending', problem: 'Not now.', attempts: 1 })
  })

  test('stores and logs how each attempt ended', async () => {
    const results = new Map<number, AttemptResult>()
    const ends = [sent, refused, later]
    for (const result of ends) results.set(await send(result.outcome), result)
    attempt = async ({ leadId }) => results.get(leadId) ?? sent
    await start()
    await expect.poll(() => logLines.length).toBe(3)
    const [ok = 0, no = 0, notNow = 0] = results.keys()
    expect(await shown(ok)).toMatchObject({ state: 'sent', problem: null, dueAt: null })
    expect(await shown(no)).toMatchObject({ state: 'failed', problem: 'Nobody is there.' })
    expect(await shown(notNow)).toMatchObject({
      state: 'pending',
      problem: 'Not now.',
      attempts: 1,
    })
    const dueAt = Date.parse((await shown(notNow))?.dueAt ?? '')
    expect(dueAt - Date.now()).toBeGreaterThan(usualPace.firstRetryMs / 2)
    const logs = await Promise.all([ok, no, notNow].map(async (id) => (await shown(id))?.log ?? []))
    expect(logs).toMatchObject([
      [{ outcome: 'sent', answer: '250 taken' }],
      [{ outcome: 'refused', answer: '550 nobody' }],
      [{ outcome: 'retry', answer: '451 not now' }],
    ])
    for (const { durationMs } of logs.flat()) {
      expect(durationMs).toBeGreaterThanOrEqual(0)
      expect(durationMs).toBeLessThan(10_000)
    }
    const facts = { channel: 'mail', attempt: 1, ms: expect.any(Number) }
    expect(logLines.toSorted((a, b) => (a.leadId ?? 0) - (b.leadId ?? 0))).toMatchObject([
      { level: 30, leadId: ok, outcome: 'sent', ...facts },
      { level: 50, leadId: no, msg: 'gave up on a delivery', ...facts },
      { level: 30, leadId: notNow, outcome: 'retry', ...facts },
    ])
  })

  test('a mail that left is not sent twice because the database was away for a moment', async () => {
    const leadId = await send('Left')
    attempt = async () => {
      const show = await hide('delivery_attempts', 'answer')
      setTimeout(show, 100).unref()
      return sent
    }
    await start()
    await expect.poll(async () => (await shown(leadId))?.state).toBe('sent')
    await expect.poll(() => logLines).toMatchObject([{ msg: 'delivery attempted' }])
    expect(attempted).toEqual([leadId])
  })

  test('a mail that left is not sent twice though the database was away for longer than its lease', async () => {
    const leadId = await send('Left before')
    let refusals = 0
    const isSilenced = vi.spyOn(db(), 'execute').mockImplementation(() => {
      refusals += 1
      throw Object.assign(new Error('it stops'), { severity: 'FATAL', code: '57P03' })
    })
    await start({ ...usualPace, leaseMs: usualPace.attemptMs })
    await expect.poll(() => refusals).toBeGreaterThan(2)
    isSilenced.mockRestore()
    await expect.poll(async () => (await shown(leadId))?.state).toBe('sent')
    expect([attempted, linesOf(/could not/)]).toEqual([[leadId], []])
  })

  test('a mail that left is not sent again though its request cannot be told so', async () => {
    const leadId = await send('Left in vain')
    await db().update(deliveries).set({ channel: 'update' })
    await db().execute(
      sql`alter table lead_events add constraint fails check (kind <> 'mail-left') not valid`,
    )
    await start()
    await expect.poll(async () => (await shown(leadId))?.state).toBe('sent')
    await db().execute(sql`alter table lead_events drop constraint fails`)
    expect(await shown(leadId)).toMatchObject({ problem: unknownProblem, attempts: 1 })
    expect(linesOf(/does not show/)).toMatchObject([{ level: 50, leadId }])
  })

  test('what was tried as often as may be, and did not end, is given up', async () => {
    const leadId = await send('Tried often')
    await db().update(deliveries).set({ attempts: mostAttempts })
    await start()
    await expect.poll(async () => (await shown(leadId))?.state).toBe('failed')
    expect(attempted).toEqual([])
    expect(linesOf(/gave up/)).toMatchObject([{ level: 50, leadId }])
  })

  test('after its lease it does not store: another process may have taken it up', async () => {
    const leadId = await send('Lost')
    const show = await hide('delivery_attempts', 'answer')
    await start({ ...usualPace, leaseMs: usualPace.attemptMs })
    await expect
      .poll(() => logLines)
      .toMatchObject([{ level: 40, msg: 'a delivery could not be attempted', leadId }])
    await show()
    expect(await shown(leadId)).toMatchObject({ state: 'pending', attempts: 1, log: [] })
  })

  test('an attempt that fails by itself keeps no other from being made', async () => {
    const [first, second] = [await send('Fails'), await send('Fails not')]
    attempt = async ({ leadId }) => {
      if (leadId === first) throw new Error('it is gone')
      return sent
    }
    await start()
    await expect.poll(async () => (await shown(second))?.state).toBe('sent')
    expect(await shown(first)).toMatchObject({ state: 'pending', attempts: 1 })
  })

  test('it looks again by itself while the database is away, and says so once', async () => {
    const show = await hide('deliveries', 'due_at')
    await start()
    await expect.poll(() => logLines.length).toBe(1)
    const leadId = await send('Came meanwhile')
    await show()
    await expect.poll(() => attempted).toEqual([leadId])
    expect(linesOf(/could not read/)).toMatchObject([{ level: 40 }])
  })

  test('it wakes by itself when the next one is due', async () => {
    const leadId = await send('Due soon')
    await db()
      .update(deliveries)
      .set({ dueAt: fromNow(200), attempts: 1 })
    await start()
    await expect.poll(() => attempted).toEqual([leadId])
  })
})
