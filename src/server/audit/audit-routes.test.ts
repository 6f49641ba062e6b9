import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import type { AuditEntry } from '#/contracts/audit/audit-words.ts'
import { api } from '#/contracts/endpoints/api.ts'
import type { Page } from '#/contracts/limits.ts'
import { signInAs } from '#tests/support/app-builder.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { contractorFields } from '#tests/support/factories.ts'
import { referralSite } from '#tests/support/suite-site.ts'
import { auditEntries, contractors } from '../db/tables/schema.ts'

describeOnDatabase('reading the audit log', (database) => {
  const { app, cookie: admin, db, site } = referralSite(database)
  let editor: string
  beforeAll(async () => {
    editor = await signInAs(app(), db(), 'editor')
    const at = (text: string) => new Date(text)
    const maria = { userId: 'm', who: 'Maria Ortiz (maria@example.com)', role: 'admin' } as const
    await db()
      .insert(auditEntries)
      .values([
        // Eastern time is five hours behind in winter: these are of the 2nd, the 3rd and the 4th
        // there.
        { ...maria, action: 'sign-in', result: 'done', at: at('2026-02-03T04:59:00Z') },
        {
          ...maria,
          action: 'webhook.add',
          result: 'refused',
          subject: '100%_of.example',
          at: at('2026-02-03T05:00:00Z'),
        },
        {
          who: 'Someone',
          action: 'sign-in',
          result: 'denied',
          address: '192.0.2.7',
          subject: 'maria@example.com',
          at: at('2026-02-04T12:00:00Z'),
        },
        {
          who: 'The server',
          action: 'of-another-release',
          result: 'done',
          at: at('2026-02-04T13:00:00Z'),
        },
      ])
  })

  const read = async (query: string, cookie = admin(), path: string = api.auditEntries.path) => {
    const answer = await app().inject({ url: `${path}?${query}`, headers: { cookie } })
    return { status: answer.statusCode, ...(answer.json() as Page<AuditEntry>) }
  }
  test('is for admins, newest first, page by page', async () => {
    expect((await read('', editor)).status).toBe(403)
    expect((await read('', '')).status).toBe(401)
    const all = await read('')
    expect(all.nextCursor).toBeNull()
    const ids = all.data.map(({ id }) => id)
    expect(ids).toEqual([...ids].sort((a, b) => b - a))
    const paged: number[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page: Page<AuditEntry> = await read(`limit=2${cursor && `&cursor=${cursor}`}`)
      expect(page.data.length).toBeLessThanOrEqual(2)
      paged.push(...page.data.map(({ id }) => id))
      cursor = page.nextCursor
    }
    expect(paged).toEqual(ids)
  })

  test.each([
    ['q=MAR%C3%8DA', ['sign-in denied', 'webhook.add refused', 'sign-in done']],
    ['q=%20ortiz%00&day=', ['webhook.add refused', 'sign-in done']],
    ['q=192.0.2.7', ['sign-in denied']],
    ['q=0%25_of', ['webhook.add refused']],
    ['day=2026-02-02', ['sign-in done']],
    ['day=2026-02-03', ['webhook.add refused']],
    ['day=2026-02-04', ['of-another-release done', 'sign-in denied']],
    ['day=2026-02-04&q=maria', ['sign-in denied']],
  ])('is narrowed down by %s', async (query, found) => {
    const { data } = await read(query)
    const ofThen = data.filter(({ at }) => at < '2026-03')
    expect(ofThen.map(({ action, result }) => `${action} ${result}`)).toEqual(found)
  })

  test.each([
    'day=yesterday',
    'day=2026-02-30',
    'cursor=-1',
    'cursor=1769860800000000.7',
    'limit=0',
    `q=${'x'.repeat(201)}`,
  ])('refuses %s in words', async (query) => {
    expect((await read(query)).status).toBe(400)
  })

  test('names the request and the contractor that an entry is about, while they are there', async () => {
    const { ask } = site
    const leadId = await site.sendLead()
    const contractor = await site.addContractor()
    await site.offer(leadId, contractor.id)
    // A company, and a business, may be called like a request.
    const fields = contractorFields({ companyName: `request ${leadId}` })
    const business = { name: `request ${leadId}`, phone: '(386) 555-0100' }
    expect((await ask('POST', api.addContractor.path, fields)).status).toBe(201)
    expect((await ask('PUT', api.business.change.path, business)).status).toBe(200)
    const newest = async () =>
      (await read('limit=3')).data.map((entry) => [entry.action, entry.leadId, entry.contractorId])
    expect(await newest()).toEqual([
      ['business.change', null, null],
      ['contractor.add', null, null],
      ['offer.make', leadId, contractor.id],
    ])
    await db().delete(contractors).where(eq(contractors.companyName, fields.companyName))
    await db().update(contractors).set({ removedAt: new Date() })
    await ask('POST', api.erase.path, { leadId, expectedLeads: 1 })
    expect((await newest()).at(-1)).toEqual(['contractor.add', null, null])
    expect((await read('q=contractor')).data.at(-1)).toMatchObject({
      action: 'offer.make',
      leadId: null,
      contractorId: null,
    })
  })

  test('an export is told of in the log itself, once, also one that begins in its midst', async () => {
    const before = (await read('')).data.length
    await read('cursor=999999', admin(), api.auditExport.path)
    const { data } = await read('limit=1', admin(), api.auditExport.path)
    await read(`limit=1&cursor=${data[0]?.id}`, admin(), api.auditExport.path)
    const after = (await read('')).data
    expect([after.length - before, after[0]?.action]).toEqual([2, 'audit.export'])
  })
})
