import { load } from 'cheerio'
import { expect, test } from 'vitest'
import type { SeoFields } from '#/contracts/seo/seo.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { adminSite } from '#tests/support/suite-site.ts'
import { notify } from '../db/signals.ts'
import { seoRecords } from '../db/tables/schema.ts'
import { listRevisions, readVersion, saveRecord } from './seo-records.ts'
import { seoFieldsSchema } from './seo-schemas.ts'

const deepData = `{"@context":"a","@type":"b","c":${'['.repeat(5_000)}${']'.repeat(5_000)}}`

describeOnDatabase('a record that was not stored by the API', (database) => {
  const logLines: string[] = []
  const { app, ask, db } = adminSite(database, { build: { logLines } })
  const get = (url: string) => app().inject({ url })
  const bodyOf = async (path: string) => (await get(path)).body
  const titleOf = async (path: string) => load(await bodyOf(path))('head title').text()

  async function store(pagePath: string, fields: Partial<SeoFields>): Promise<void> {
    const record = seoFieldsSchema.parse({ title: 'Hostile', description: 'x', ...fields })
    await db()
      .insert(seoRecords)
      .values({ ...record, pagePath, version: 7 })
    await notify(db(), 'seo_changed', pagePath)
  }

  test.each([
    ['/about', 'is no JSON', '{', /^The structured data is wrong at line 1, column 2: /],
    [
      '/contact',
      'is nested too deep',
      deepData,
      /^The structured data is wrong at line 1, .* deep/,
    ],
  ])(
    'leaves %s its built-in values where its structured data %s, and the log says why',
    async (path, _what, structuredData, reason) => {
      const builtIn = await bodyOf(path)
      await store(path, { structuredData })
      const logged = () => logLines.filter((line) => line.includes('built-in values'))
      const latest = async () => (await get(path)) && JSON.parse(logged().at(-1) ?? '{}')
      await expect.poll(latest).toMatchObject({ level: 40, page: path })
      expect((await latest()).err.message).toMatch(reason)
      const stored = (await get(`/api/seo?path=${path}`)).json().data
      expect(stored.structuredData === structuredData).toBe(true)
      const served = await get(path)
      expect([served.statusCode, served.body === builtIn]).toEqual([200, true])
      expect(logged().join()).not.toContain('Hostile')
      // A save mends it.
      const payload = { pagePath: path, title: 'Mended', description: 'x' }
      expect((await ask('POST', '/api/seo', payload)).status).toBe(200)
      expect(await titleOf(path)).toBe('Mended')
    },
  )

  test('is kept, but its selectors are not applied where they are none of those that are taken', async () => {
    const path = '/services'
    const alts = async () =>
      load(await bodyOf(path))('img')
        .toArray()
        .map((image) => image.attribs.alt)
    const builtIn = await alts()
    const hostile = [
      `zz ${'~ * '.repeat(40)}`,
      '<meta http-equiv="refresh" content="0;url=https://example.com"><img>',
      'img:contains("x")',
    ]
    const imageAltTexts = JSON.stringify(hostile.map((selector) => ({ selector, alt: 'Bad' })))
    await store(path, { imageAltTexts })
    await expect.poll(() => titleOf(path)).toBe('Hostile')
    expect(await alts()).toEqual(builtIn)
    expect(await bodyOf(path)).not.toContain('http-equiv="refresh"')
    expect((await get(`/api/seo?path=${path}`)).json().data.imageAltTexts).toBe(imageAltTexts)
  })

  test('has a hundred revisions at most, the newest ones', { tags: 'slow' }, async () => {
    const change = { pagePath: '/sitemap', changedBy: 'editor@example.com' }
    for (let save = 1; save <= 102; save += 1) {
      await saveRecord(db(), change, seoFieldsSchema.parse({ title: `${save}`, description: 'x' }))
    }
    const revisions = await listRevisions(db(), '/sitemap')
    expect([revisions.length, revisions[0]?.version, revisions.at(-1)?.version]).toEqual([
      100, 102, 3,
    ])
    expect(await readVersion(db(), '/sitemap')).toBe(102)
  })
})
