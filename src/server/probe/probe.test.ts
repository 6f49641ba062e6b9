/** @module-tag slow */
import { request as requestHttp } from 'node:http'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { probeHeader, probePath } from '#/contracts/health/probe.ts'
import { apiPaths } from '#/contracts/routes.ts'
import { digestTables, within } from '#tests/drill/rows.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { contactBody } from '#tests/support/factories.ts'
import {
  addressOf,
  close,
  failedMail,
  serve,
  startProbedSite,
  worksMail,
} from '#tests/support/leads/probed-site.ts'
import { readSecret } from '../db/secrets.ts'
import { probes, webhooks } from '../db/tables/schema.ts'
import { claimUnderLease } from '../jobs/leases.ts'
import { makeDueProbe } from './make-due-probe.ts'
import { claimProbe, storeMissed } from './probe-rows.ts'
import { readProbeStatus } from './probe-status.ts'
import { makeProbeToken } from './probe-token.ts'

describeOnDatabase('the probe', (database) => {
  const probed = startProbedSite(database)
  const { next, send, sendOften, last, leadsNow, subjects, calls, dueAt } = probed

  /** What the first attempt of the probe that is due sends, N minutes from now. */
  const tokenOf = (key: string, minutes = 0) =>
    makeProbeToken(key, { dueAt: dueAt(), attempt: 1 }, Date.now() + minutes * 60_000)

  test('comes through, and leaves nothing in any table, no mail, no call, no count', async () => {
    const digest = () =>
      within(database.location(), (client) => digestTables(client, ['probes', 'rate_limits']))
    await readSecret(database.handle().db, 'probe')
    const before = await digest()
    const { body: metrics } = await probed.app().inject('/metrics')
    await send()
    const lastSuccess = /^breezeway_probe_last_success_time_seconds /m
    expect(metrics).not.toMatch(lastSuccess)
    expect((await probed.app().inject('/metrics')).body).toMatch(lastSuccess)
    expect(await last()).toMatchObject({ state: 'done', problem: null })
    expect((await last())?.durationMs).toBeGreaterThan(0)
    expect(await digest()).toEqual(before)
    expect([probed.mails().taken, calls]).toEqual([[], []])
    const count = /^breezeway_leads_total .*$/m
    expect(count.exec((await probed.app().inject('/metrics')).body)?.[0]).toBe(
      count.exec(metrics)?.[0],
    )
    expect(await readProbeStatus(database.handle().db, probed.usual().times)).toMatchObject({
      isLate: false,
      lastDoneAt: expect.any(Date),
    })
  })

  test('comes through at a site whose name has no dot', async () => {
    const site = { ...probed.config().site, domain: 'office' }
    await send({ site })
    expect(await last()).toMatchObject({ state: 'done', problem: null })
  })

  test('is sent by one of all processes, again if that one dies, and by none before it is due', async () => {
    const { db } = database.handle()
    await Promise.all([send(), send(), send()])
    expect(await db.select({ attempts: probes.attempts }).from(probes)).toEqual([{ attempts: 1 }])
    next()
    const claim = () => claimProbe(db, dueAt())
    const died = await claimUnderLease(db, 'probe', claim)
    await send()
    expect(await last()).toMatchObject({
      dueAt: new Date(dueAt().getTime() - 60_000),
    })
    await died?.end()
    await send()
    expect(await last()).toMatchObject({ state: 'done', dueAt: died?.claimed.dueAt })
    expect(await leadsNow()).toEqual([])
    expect(await db.select({ told: probes.told }).from(probes)).toEqual([
      { told: null },
      { told: null },
    ])
  })

  test('takes nothing of the limits of visitors; what only claims to be one is a lead like any', async () => {
    const { db } = database.handle()
    const post = (token: string, name: string) =>
      fetch(`${probed.config().site.url}${apiPaths.contact}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', [probeHeader]: token },
        body: JSON.stringify(contactBody({ name })),
      })
    const key = await readSecret(db, 'probe')
    await send()
    const used = tokenOf(key)
    const forged = tokenOf(`${key}x`)
    next()
    await send()
    expect((await post(forged, 'Forged')).status).toBe(201)
    expect((await post(forged, 'Forged, too often')).status).toBe(429)
    expect((await post(used, 'Used, too often')).status).toBe(429)
    expect(await leadsNow()).toEqual([{ name: 'Forged' }])
    for (const [token, status] of [
      [tokenOf(key), 200],
      [forged, 404],
      [tokenOf(key, -6), 404],
      [tokenOf(key, 6), 404],
      ['', 404],
    ] as const) {
      const headers = { [probeHeader]: token }
      expect((await probed.app().inject({ url: probePath, headers })).statusCode).toBe(status)
    }
  })

  test('that comes a second time, too late or from the future is refused, and never a lead', async () => {
    const { db } = database.handle()
    const key = await readSecret(db, 'probe')
    const post = (token: string, remoteAddress: string) =>
      probed.app().inject({
        ...{ method: 'POST', url: apiPaths.contact, remoteAddress },
        headers: { [probeHeader]: token },
        payload: contactBody({ name: 'Site check' }),
      })
    await send()
    const used = tokenOf(key)
    expect((await post(used, '192.0.2.1')).statusCode).toBe(409)
    // It counts towards the limit of its client, as any other request.
    expect((await post(used, '192.0.2.1')).statusCode).toBe(429)
    next()
    await claimProbe(db, dueAt())
    // Twice in time: the process that sent it has not stored its result yet.
    const statuses: number[] = []
    for (const minutes of [-6, 6, 0, 0]) {
      const from = `192.0.2.1${statuses.length}`
      statuses.push((await post(tokenOf(key, minutes), from)).statusCode)
    }
    expect(statuses).toEqual([409, 409, 201, 409])
    expect(await leadsNow()).toEqual([])
  })

  test('that fails twice in a row is told of, where the next is due before a second attempt', async () => {
    const site = { ...probed.config().site, url: 'http://127.0.0.1:1' }
    await send({ site })
    next()
    await send()
    next()
    await send({ site })
    expect(subjects()).toEqual([])
    next()
    await send({ site })
    expect(subjects()).toEqual([failedMail])
  })

  test('that cannot be followed says whether the database was away or the check failed', async () => {
    const sendFailing = (error: Error) => send({ tryMail: () => Promise.reject(error) })
    await sendFailing(new TypeError('that is not a function'))
    expect(await last()).toMatchObject({
      state: 'failed',
      problem: 'The check itself failed. The server’s log says why.',
    })
    next()
    await sendFailing(Object.assign(new Error('terminating connection'), { code: '57P01' }))
    expect(await last()).toMatchObject({
      state: 'failed',
      problem: 'The database could not be reached.',
    })
  })

  test('heeds nothing of times to come, which a wrong clock has left', async () => {
    const { db } = database.handle()
    await db.insert(probes).values({
      ...{ dueAt: new Date('2100-01-01T00:00:00Z') },
      ...{ state: 'failed', told: 'failed', problem: 'It was wrong.' },
    })
    await send()
    expect(await last()).toMatchObject({ state: 'done' })
    expect(subjects()).toEqual([])
  })

  test('tells of the end of an outage as soon as the database is back', async () => {
    const { db } = database.handle()
    await storeMissed(db, dueAt(), 'The database cannot be reached.')
    await send()
    expect(await last()).toMatchObject({ state: 'done' })
    expect(subjects()).toEqual([worksMail])
  })

  test('tells once that the address does not answer, and once that it does again', async () => {
    const gone = await serve(undefined)
    const site = { ...probed.config().site, url: addressOf(gone) }
    await close(gone)
    await send({ site })
    const problem = `Nothing answers at ${new URL(site.url).host} (ECONNREFUSED).`
    expect(await last()).toMatchObject({ state: 'failed', problem })
    expect(subjects()).toEqual([])
    await sendOften({ site })
    expect(await last()).toMatchObject({ state: 'failed', problem })
    next()
    await sendOften({ site })
    expect(subjects()).toEqual([failedMail])
    const written = probed
      .mails()
      .taken.map(({ raw }) => raw.replaceAll('=\r\n', ''))
      .join()
    expect(written).toContain(problem)
    const news = () => calls.filter(({ type }) => type.startsWith('probe'))
    expect(news()).toEqual([
      expect.objectContaining({
        type: 'probe.failed',
        data: { url: probed.config().site.url, problem },
      }),
    ])
    next()
    await send()
    next()
    await send()
    expect(subjects()).toEqual([failedMail, worksMail])
    expect(news().map(({ type }) => type)).toEqual(['probe.failed', 'probe.works'])
  })

  test('sends no form where the installation does not know it: that would be a lead', async () => {
    // A proxy that takes the header away.
    const proxy = await serve((request, response) => {
      const { [probeHeader]: _taken, ...headers } = request.headers
      const { method, url: path } = request
      const own = {
        method,
        path,
        headers: { ...headers, host: new URL(probed.config().site.url).host },
      }
      const onward = requestHttp(probed.config().site.url, own, (answer) => {
        response.writeHead(answer.statusCode ?? 500, answer.headers)
        answer.pipe(response)
      })
      request.pipe(onward)
    })
    await send({ site: { ...probed.config().site, url: addressOf(proxy) } })
    await close(proxy)
    expect((await last())?.problem).toMatch(/a proxy takes the header x-breezeway-probe away/)
    expect(await leadsNow()).toEqual([])
  })

  test('says that the database does not take requests, by mail', async () => {
    const { db } = database.handle()
    await db.execute(sql`alter table leads rename column message to words`)
    try {
      await sendOften()
    } finally {
      await db.execute(sql`alter table leads rename column words to message`)
    }
    expect((await last())?.problem).toBe(
      'The form was refused: The database did not take the request. It would have waited in the journal.',
    )
    expect(subjects()).toEqual([failedMail])
    const { body } = await probed.app().inject('/metrics')
    expect(body).toContain('breezeway_journal_leads{state="waiting"} 0')
  })

  test('says that the mail server does not take mails, by the webhooks', async () => {
    probed.setMood('refuse')
    await sendOften()
    const problem = 'The mail server did not accept this address (550).'
    expect(await last()).toMatchObject({ state: 'failed', problem })
    expect(calls.map(({ type }) => type)).toEqual(['probe.failed'])
    await probed.mails().goAway()
    next()
    await send()
    expect((await last())?.problem).toBe('The mail server cannot be reached.')
    await probed.mails().comeBack()
    next()
    probed.setMood('accept')
    await send()
    expect(subjects()).toEqual([worksMail])
  })

  test('that no recipient could be told of is told with the next one', async () => {
    const { db } = database.handle()
    await db.delete(webhooks)
    probed.setMood('refuse')
    await sendOften()
    next()
    const gone = { ...probed.config().site, url: 'http://127.0.0.1:1' }
    probed.setMood('accept')
    await sendOften({ site: gone })
    expect(subjects()).toEqual([failedMail])
  })

  test('keeps no process from ending that waits for a mail server and a webhook to tell of it', async () => {
    const stop = new AbortController()
    // Answers late, when the client should have given up.
    const slow = await serve(async (_, response) => {
      await expect.poll(() => probed.mails().hanging).not.toEqual([])
      stop.abort()
      response.end()
    })
    const { db } = database.handle()
    await db.update(webhooks).set({ url: addressOf(slow) })
    probed.setMood('hang')
    const gone = { ...probed.config().site, url: 'http://127.0.0.1:1' }
    await send({ site: gone })
    next()
    await makeDueProbe({ ...probed.usual(), site: gone }, stop.signal)
    await close(slow)
    expect(await db.select({ told: probes.told }).from(probes)).toEqual([
      { told: null },
      { told: null },
    ])
    probed.setMood('accept')
    next()
    await send({ site: gone })
    expect(subjects()).toEqual([failedMail])
  })

  test('ends in time when something on its way never answers', async () => {
    probed.setMood('hang')
    await send({ longestMs: 1_500 })
    expect((await last())?.problem).toMatch(
      /^(It took longer than a minute|The mail server did not)/,
    )
  })
})
