import { sql } from 'drizzle-orm'
import pino from 'pino'
import { expect, test, vi } from 'vitest'
import { apiPaths, contractorPath, leadPath } from '#/contracts/routes.ts'
import { offers } from '#/server/db/tables/schema.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { referralSite } from '#tests/support/suite-site.ts'
import type { Channel, Database, Listen } from '../../db/database.ts'
import { notify } from '../../db/signals.ts'
import { startOfferWorker } from './offer-worker.ts'

describeOnDatabase('the worker of offers', (database) => {
  const { app, cookie, db, site } = referralSite(database, { isEmptied: true })

  /** Starts one that gets only the signals of the test. */
  async function start(worked: Database = db()) {
    const logged: object[] = []
    const logger = pino({}, { write: (line: string) => void logged.push(JSON.parse(line)) })
    let signal = () => {}
    const channels: Channel[] = []
    const listen: Listen = async (channel, { onMessage }) => {
      channels.push(channel)
      if (channel === 'offers_due') signal = () => onMessage('')
    }
    const worker = await startOfferWorker({ db: worked, listen }, logger)
    return { logged, channels, signal: () => signal(), close: worker.close }
  }

  test('ends an offer when its time is over, and not only at the next look', async () => {
    const { leadId } = await site.offered()
    await db().update(offers).set({
      mailedAt: sql`clock_timestamp()`,
      expiresAt: sql`clock_timestamp() + interval '1 second'`,
    })
    const timers = vi.spyOn(globalThis, 'setTimeout')
    const { close } = await start()
    const state = async () => (await site.referral(leadId)).offers[0]?.state
    await expect.poll(state).toBe('expired')
    await close()
    const waits = timers.mock.calls.flatMap(([{ name }, ms]) => (name === 'wake' ? [ms] : []))
    timers.mockRestore()
    // By the clock this could not be told from the next look: a machine may be busy for as long.
    expect(waits[0]).toBeLessThan(1_010)
  })

  const decline = async () => {
    const { link } = await site.offered()
    return () => site.open(`${link}/decline`, { reason: 'too-busy' })
  }
  const release = async () => {
    const leadId = await site.sendLead({ subject: 'I am a robot' })
    return () => site.ask('POST', leadPath(apiPaths.leadRelease, leadId))
  }
  const remove = async () => {
    const { id } = await site.addContractor()
    const headers = { cookie: cookie() }
    return () => app().inject({ method: 'DELETE', url: contractorPath(id), headers })
  }
  const send = async () => () => site.sendLead()

  test.each([
    ['a contractor says no', decline],
    ['a request is released from quarantine', release],
    ['a contractor is taken out of the list', remove],
    ['a request comes', send],
  ])('is woken when %s, and does not find out at its next look', async (_name, prepare) => {
    const act = await prepare()
    const { channels, close } = await start()
    await close()
    const signals: string[] = []
    for (const channel of channels) {
      await database.handle().listen(channel, { onMessage: (sent) => void signals.push(sent) })
    }
    // Whatever was sent before comes before this.
    await notify(db(), 'offers_due', 'now')
    await expect.poll(() => signals).toContain('now')
    signals.length = 0
    await act()
    await expect.poll(() => signals, { timeout: 4_000 }).not.toEqual([])
  })

  test('looks again by itself while the database is away, and says so once each time', async () => {
    let isAway = true
    let looks = 0
    const watched: Database = Object.assign(Object.create(db()), {
      select: (...call: Parameters<Database['select']>) => {
        looks += 1
        if (isAway) throw new Error('it is gone')
        return db().select(...call)
      },
    })
    const timers = vi.spyOn(globalThis, 'setTimeout')
    const { logged, signal, close } = await start(watched)
    await expect.poll(() => looks).toBeGreaterThan(2)
    expect(logged).toMatchObject([{ level: 40, msg: 'could not read due offers' }])
    isAway = false
    // It waits for long only after a whole look, which tells it that the database is back.
    const pauses = () => timers.mock.calls.map(([{ name }, ms]) => [name, ms])
    await expect.poll(pauses).toContainEqual(['wake', 5_000])
    isAway = true
    signal()
    await expect.poll(() => logged.length).toBe(2)
    await close()
    // With no offer open it does not look all the time.
    const waits = timers.mock.calls.map(([, ms]) => ms)
    timers.mockRestore()
    expect(waits.filter(Number.isNaN)).toEqual([])
  })
})
