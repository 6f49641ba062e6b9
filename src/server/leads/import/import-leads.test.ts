import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { dayMs } from '#/contracts/days.ts'
import { apiPaths, leadPath } from '#/contracts/routes.ts'
import { queueFollowUps } from '#/server/referrals/request-page/follow-ups.ts'
import { localDay } from '#/server/time/local-day.ts'
import { auditReader } from '#tests/support/accounts/audit-entries.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { contactBody, contractorFields } from '#tests/support/factories.ts'
import { adminSite } from '#tests/support/suite-site.ts'

describeOnDatabase('an import of earlier requests', (database) => {
  const { app, ask, db } = adminSite(database)
  const { wordsOf } = auditReader(() => database.handle(), [])
  beforeEach(async () => {
    await db().execute(sql`truncate leads cascade`)
  })

  const preview = async (csv: string, places?: object) =>
    (await ask('POST', apiPaths.leadImportPreview, { csv, ...(places && { places }) })).body
  const importFile = (csv: string, added: number, changed = 0) =>
    ask('POST', apiPaths.leadImport, { csv, expected: { added, changed } })
  const list = async () => (await ask('GET', `${apiPaths.leads}?order=oldest`)).body.data
  const thisWeek = async () => (await ask('GET', apiPaths.leadStats)).body.data.thisWeek

  test('says what would happen to each row, and then stores what is over, with its day and outcome', async () => {
    const payload = contactBody({ name: 'Known', phone: '(386) 555-0101' })
    await app().inject({ method: 'POST', url: apiPaths.contact, payload })
    const [known] = await list()
    const csv = [
      'Client,Cell,Job,Comments,Street,Date,Status',
      'Ada Old,386-555-0102,AC Repair & Installation,It hummed.,"1 Oak St, DeLand",3/4/2024,Completed',
      'Bea Lost,(386) 555-0103,Furnace tune-up,,,2024-05-06 14:30,Out of area',
      'Cyd Twice,386 555 0102,,,,2024-03-04,',
      `Known,3865550101,,,,${localDay()},`,
      'Dan Open,386 555 0105,,,,2024-01-01,In progress',
      'Eve,386 555 0106,,,,2024-02-30,Perhaps',
      ',555,,,,2099-01-01,',
    ].join('\n')
    const { data: plan } = await preview(csv)
    expect(plan.counts).toEqual({ added: 2, changed: 0, unchanged: 3, refused: 2 })
    expect(plan.rows.slice(0, 2)).toMatchObject([
      { row: 2, name: 'Ada Old', outcome: 'added', details: [] },
      { row: 3, name: 'Bea Lost', outcome: 'added', details: [] },
    ])
    expect(plan.rows.slice(2).map(({ details }: { details: string[] }) => details)).toEqual([
      ['Row 2 has the same phone number and day.'],
      [`Request ${known.id} has the same phone number and day.`],
      ['It is not over. Enter it with New request, so that it is worked on.'],
      [
        'Received: Please write the day as 2026-03-04 or 3/4/2026.',
        'Outcome: Please use Done, Lost, Canceled or a reason (Perhaps).',
      ],
      [
        expect.stringMatching(/^Name: /),
        expect.stringMatching(/^Phone: /),
        'Received: This day has not come yet.',
      ],
    ])
    expect((await importFile(csv, 2)).status).toBe(409)
    expect(await list()).toHaveLength(1)

    const right = csv.split('\n').slice(0, 6).join('\n')
    expect((await importFile(right, 3)).body.message).toMatch(/the requests changed/)
    const words = await wordsOf(async () => {
      const both = await Promise.all([importFile(right, 2), importFile(right, 2)])
      expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    })
    expect(words).toContain('imported earlier requests: 2 added (done)')
    expect((await preview(right)).data.counts).toMatchObject({ added: 0, unchanged: 5 })
    const [ada, bea, last] = await list()
    expect([ada, bea, last]).toMatchObject([
      {
        ...{ name: 'Ada Old', phone: '3865550102', service: 'ac-repair', town: 'DeLand' },
        ...{ createdAt: '2024-03-04T17:00:00.000Z', stage: 'done', waitsFor: 'nobody' },
        ...{ message: 'It hummed.', isContacted: true, source: 'import', lateness: 'fine' },
      },
      {
        ...{ name: 'Bea Lost', service: 'not-sure', message: 'Furnace tune-up' },
        ...{ stage: 'lost', reason: 'out-of-area', email: '' },
      },
      { name: 'Known' },
    ])
    const { body } = await ask('GET', leadPath(apiPaths.lead, ada.id))
    expect(body.data.enteredBy).toMatch(/^admin-/)
    expect(body.data.history.map(({ kind }: { kind: string }) => kind)).toEqual([
      'received',
      'imported',
    ])
    expect((await ask('GET', `${apiPaths.leads}?q=hummed`)).body.data).toHaveLength(1)
    // As it was written in files that were exported before.
    const spelled = ['Cancelled by the customer', 'Canceled by the customer', 'canceled']
    const rows = spelled.map((word, at) => `Cal ${at},386 555 020${at},3/4/2024,${word}`)
    expect((await preview(['Name,Phone,Date,Outcome', ...rows].join('\n'))).data.counts.added).toBe(
      3,
    )
  })

  test('offers, mails and counts nothing of it, however the site is set', async () => {
    await ask('PUT', apiPaths.offerSettings, { isAutomatic: true })
    await ask('POST', apiPaths.visitorMails, { sendsMails: true })
    await ask('POST', apiPaths.recipients, { email: 'office@example.com' })
    await ask('POST', apiPaths.contractors, contractorFields({ towns: ['DeLand'] }))
    const before = (await ask('GET', `${apiPaths.results}?days=30`)).body.data.total
    const promises = (await ask('GET', apiPaths.promises)).body.data
    const daily = await ask('GET', `${apiPaths.leadDaily}?by=source`)
    // Of two days ago, when the asking of how it went is not over.
    const day = localDay(Date.now() - 2 * dayMs)
    const csv = `Name,Phone,Email,Address,Date\nAda,386 555 0102,ada@example.com,DeLand,${day}`
    expect((await importFile(csv, 1)).status).toBe(200)
    await queueFollowUps(db())
    for (const table of ['deliveries', 'offers', 'owner_news']) {
      const { rows } = (await db().execute(
        sql`select count(*)::int n from ${sql.identifier(table)}`,
      )) as unknown as { rows: { n: number }[] }
      expect([table, rows[0]?.n]).toEqual([table, 0])
    }
    expect((await ask('GET', `${apiPaths.results}?days=30`)).body.data.total).toEqual(before)
    expect((await ask('GET', apiPaths.promises)).body.data).toEqual(promises)
    // The card counts it by the day on which it came.
    expect(await thisWeek()).toBe(1)
    expect((await ask('GET', `${apiPaths.leadDaily}?by=source`)).body).toEqual(daily.body)
    // A new request of the same person is a request of its own.
    const payload = contactBody({ phone: '(386) 555-0102', address: 'DeLand' })
    await app().inject({ method: 'POST', url: apiPaths.contact, payload })
    const [, fresh] = await list()
    expect(fresh).toMatchObject({ waitsFor: expect.stringMatching(/us|contractor/) })
    const { related } = (await ask('GET', leadPath(apiPaths.lead, fresh.id))).body.data
    expect(related).toHaveLength(1)
  })

  test('leaves out what retention would delete, and is erased with its person', async () => {
    await ask('POST', apiPaths.retention, { days: 400 })
    const [old, kept] = [500, 300].map((days) => localDay(Date.now() - days * dayMs))
    const csv = `Name,Phone,Received\nOld,386 555 0101,${old}\nKept,386 555 0102,${kept}\nNo day,386 555 0103,`
    expect((await preview(csv)).data.rows).toMatchObject([
      { outcome: 'unchanged', details: [expect.stringMatching(/^It is older/)] },
      { outcome: 'added' },
      { outcome: 'added' },
    ])
    expect((await importFile(csv, 2)).status).toBe(200)
    expect(await thisWeek()).toBe(0)
    const [lead] = await list()
    const erased = await ask('POST', apiPaths.erasures, { leadId: lead.id, expectedLeads: 1 })
    expect(erased.status).toBeLessThan(300)
    expect(await list()).toMatchObject([{ name: 'No day' }])
  })

  test('matches columns by hand, and needs the name and the number', async () => {
    const csv = 'Who,Number\nAda,386 555 0102'
    expect((await preview(csv)).data.problem).toBe(
      'Choose the column with the name: a request needs it.',
    )
    const { data } = await preview(csv, { name: 0, phone: 1 })
    expect(data).toMatchObject({ problem: null, counts: { added: 1 } })
    expect((await importFile(csv, 0)).status).toBe(409)
    expect((await preview('\u0001')).fields.csv).toMatch(/^The first row/)
  })
})
