import { load } from 'cheerio'
import { beforeAll, expect, test } from 'vitest'
import { publicPaths } from '#/contracts/site-routes.ts'
import { signInAs } from '#tests/support/app-builder.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { adminSite } from '#tests/support/suite-site.ts'

const hostileTexts = {
  markup: '</script></title><script>alert(1)</script><!-- "quoted" & \'single\' --> ]]>',
  separators: 'one\u2028two\u2029three &amp; &lt; \u00a0 end',
  direction: 'מיזוג אוויר \u202eabc\u202c تكييف الهواء 🌴❄️',
  long: `${'Cool air '.repeat(1109)}!`,
}

function seoBody(pagePath: string, text: string, overrides: Record<string, unknown> = {}) {
  return {
    pagePath,
    title: `Title ${text}`,
    description: `Description ${text}`,
    keywords: `Keywords ${text}`,
    ogImage: '/previews/own.png?a=1&b=2',
    canonicalUrl: `https://elsewhere.example${pagePath}?x='1'&y=2`,
    structuredData: JSON.stringify({
      '@context': 'https://schema.org',
      '@type': 'Thing',
      name: text,
    }),
    h1Text: `Heading ${text}`,
    imageAltTexts: JSON.stringify([
      { selector: 'main img', alt: `Picture ${text}` },
      { selector: 'header svg:first-of-type', alt: `Drawing ${text}` },
    ]),
    ...overrides,
  }
}

/** What a crawler reads, by another parser than ours; each thing as a list, because there must be one. */
function readPage(html: string) {
  const $ = load(html)
  const meta = (key: string) =>
    $(`meta[name="${key}"], meta[property="${key}"]`)
      .toArray()
      .map((element) => $(element).attr('content'))
  return {
    title: $('title')
      .toArray()
      .filter((element) => $(element).parents('svg').length === 0)
      .map((element) => $(element).text()),
    description: meta('description'),
    keywords: meta('keywords'),
    robots: meta('robots'),
    ogTitle: meta('og:title'),
    ogDescription: meta('og:description'),
    ogImage: meta('og:image'),
    ogUrl: meta('og:url'),
    ogType: meta('og:type'),
    twitterCard: meta('twitter:card'),
    twitterImage: meta('twitter:image'),
    geo: [...meta('geo.region'), ...meta('geo.placename'), ...meta('geo.position')],
    canonical: $('link[rel=canonical]')
      .toArray()
      .map((element) => $(element).attr('href')),
    structuredData: $('script[type="application/ld+json"]')
      .toArray()
      .map((element) => JSON.parse($(element).text())),
    h1: $('h1')
      .toArray()
      .map((element) => $(element).text()),
    alts: $('main img')
      .toArray()
      .map((element) => $(element).attr('alt')),
    drawings: $('header svg:first-of-type')
      .toArray()
      .map((element) => $(element).attr('aria-label')),
    scripts: $('script').length,
  }
}

describeOnDatabase('metadata', (database) => {
  const { app, db } = adminSite(database)
  let editor: string
  beforeAll(async () => {
    editor = await signInAs(app(), db(), 'editor')
  })

  const post = (payload: object, cookie = editor) =>
    app().inject({ method: 'POST', url: '/api/seo', payload, headers: { cookie } })
  const remove = (path: string, more = '', cookie = editor) =>
    app().inject({
      method: 'DELETE',
      url: `/api/seo?path=${encodeURIComponent(path)}${more}`,
      headers: { cookie },
    })
  const get = (url: string, cookie = '') => app().inject({ url, headers: { cookie } })

  test('stored values are on every page once and immediately, with any characters, until they are deleted', {
    tags: 'slow',
  }, async () => {
    const texts = Object.values(hostileTexts)
    for (const [index, path] of publicPaths.entries()) {
      const before = await get(path)
      const builtIn = readPage(before.body)
      const text = texts[index % texts.length] ?? ''
      const body = seoBody(path, text)
      expect((await post(body)).statusCode).toBe(200)

      const served = readPage((await get(path)).body)
      expect(served).toEqual({
        ...builtIn,
        title: [body.title],
        description: [body.description],
        keywords: [body.keywords],
        ogTitle: [body.title],
        ogDescription: [body.description],
        ogImage: [`http://127.0.0.1:3000${body.ogImage}`],
        twitterImage: [`http://127.0.0.1:3000${body.ogImage}`],
        ogUrl: [body.canonicalUrl],
        canonical: [body.canonicalUrl],
        structuredData: [JSON.parse(body.structuredData)],
        h1: [body.h1Text],
        alts: builtIn.alts.map(() => `Picture ${text}`),
        drawings: builtIn.drawings.map(() => `Drawing ${text}`),
      })
      expect((await remove(path)).statusCode).toBe(204)
      expect((await get(path)).body === before.body).toBe(true)
    }
  })

  test('a page without stored values has each built-in one once, and a title and a description of its own', async () => {
    const texts: (string | undefined)[] = []
    for (const path of publicPaths) {
      const { alts, drawings, h1, scripts, structuredData, geo, ...heads } = readPage(
        (await get(path)).body,
      )
      for (const [name, values] of Object.entries(heads)) {
        expect(values, `${name} of ${path}`).toHaveLength(1)
        expect(values[0], `${name} of ${path}`).toBeTruthy()
      }
      expect([h1.length, structuredData.length, geo.length]).toEqual([1, 1, 3])
      expect(heads.robots).toEqual(['index, follow'])
      expect(heads.canonical).toEqual([`http://127.0.0.1:3000${path}`])
      texts.push(...heads.title, ...heads.description)
    }
    expect(new Set(texts).size).toBe(2 * publicPaths.length)
    for (const path of ['/no-such-page', '/services/no-such-service']) {
      const none = { robots: ['noindex'], canonical: [], structuredData: [] }
      expect(readPage((await get(path)).body)).toMatchObject(none)
    }
  })

  test('the record is read as it was written, and by either name of the parameter', async () => {
    const path = '/services/ac-repair'
    const missing = await get(`/api/seo?pagePath=${path}`)
    expect([missing.statusCode, missing.headers['cache-control']]).toEqual([404, 'no-store'])
    const message = 'There’s no custom SEO data for this page.'
    expect(missing.json()).toMatchObject({ code: 'not_found', message })
    const { pagePath, ...fields } = seoBody(path, hostileTexts.markup)
    const saved = (await post({ pagePath, ...fields })).json().data
    expect(saved).toMatchObject({ ...fields, pagePath, structuredDataMode: 'replace' })
    for (const name of ['path', 'pagePath']) {
      expect((await get(`/api/seo?${name}=${encodeURIComponent(path)}`)).json().data).toEqual(saved)
    }
    const { data } = (await get(`/api/seo/editor?path=${path}`)).json()
    expect(data).toMatchObject({ version: saved.version, user: null })
    expect(data.defaults.h1Text).toBe('AC Repair & Installation')
    const asEditor = (await get(`/api/seo/editor?path=${path}`, editor)).json().data
    expect(asEditor.user.role).toBe('editor')
    await remove(path)
    expect((await get(`/api/seo?path=${path}`)).statusCode).toBe(404)
    expect((await remove(path)).json()).toMatchObject({ code: 'not_found' })
  })

  test('empty fields stand for the built-in values, and structured data may join them', async () => {
    const builtIn = readPage((await get('/about')).body)
    const empty = { keywords: '', ogImage: null, canonicalUrl: '', h1Text: '', imageAltTexts: '' }
    const own = { '@context': 'https://schema.org', '@type': 'Event', name: 'Open house' }
    await post(
      seoBody('/about', 'x', {
        ...empty,
        structuredData: JSON.stringify([own]),
        structuredDataMode: 'add',
      }),
    )
    expect(readPage((await get('/about')).body)).toEqual({
      ...builtIn,
      title: ['Title x'],
      ogTitle: ['Title x'],
      description: ['Description x'],
      ogDescription: ['Description x'],
      structuredData: [[...builtIn.structuredData, own]],
    })
    await remove('/about')
  })

  test.each([
    [{ pagePath: '/nope' }, 'pagePath', /no public page/],
    [{ canonicalUrl: 'javascript:alert(1)' }, 'canonicalUrl', /web address/],
    [{ structuredData: '{\n  "@context": 1,,\n}' }, 'structuredData', /line 2, column 17/],
    [{ structuredData: '{} // why' }, 'structuredData', /line 1, column 4: invalid comment/],
    [{ structuredData: '{"@type":"Thing"}' }, 'structuredData', /"@context"/],
    [{ structuredDataMode: 'both' }, 'structuredDataMode', /./],
    [{ version: -1 }, 'version', /./],
  ])('%j is refused by name and changes nothing', async (overrides, field, message) => {
    const response = await post(seoBody('/contact', 'refused', overrides))
    expect(response.statusCode).toBe(400)
    expect(response.json().fields[field]).toMatch(message)
    expect((await get('/api/seo?path=/contact')).statusCode).toBe(404)
  })

  test('of the image texts a page has the first 500 that can be read', async () => {
    const texts = Array.from({ length: 501 }, (_, index) => ({ selector: 'img', alt: `${index}` }))
    texts[499] = { selector: 'img:::', alt: 'unreadable' }
    const imageAltTexts = JSON.stringify(texts)
    expect((await post(seoBody('/contact', 'many', { imageAltTexts }))).statusCode).toBe(200)
    expect(new Set(readPage((await get('/contact')).body).alts)).toEqual(new Set(['498']))
    await remove('/contact')
  })

  test('a change on an old version is refused, and every change is on record', async () => {
    const save = (title: string, version?: number) =>
      post(seoBody('/services', 'x', { title, version }))
    const start: number = (await get('/api/seo/editor?path=/services')).json().data.version
    expect((await save('One', start)).json().data.version).toBe(start + 1)
    // Of two at once on one version, one wins.
    const both = await Promise.all([save('Two', start + 1), save('Deux', start + 1)])
    expect(both.map((response) => response.statusCode).sort()).toEqual([200, 409])
    const refused = both.find((response) => response.statusCode === 409)?.json()
    const message = expect.stringContaining('saved this page while you were editing')
    expect(refused).toMatchObject({ code: 'conflict', message })
    expect((await remove('/services', `&version=${start + 1}`)).statusCode).toBe(409)
    // The same again is no change.
    const { title } = (await get('/api/seo?path=/services')).json().data
    expect((await save(title, start + 2)).json().data.version).toBe(start + 2)
    expect((await remove('/services', `&version=${start + 2}`)).statusCode).toBe(204)
    expect((await save('Four', start + 3)).json().data.version).toBe(start + 4)

    const { data } = (await get('/api/seo/revisions?path=/services', editor)).json()
    const seen = data.map((entry: { version: number; fields: { title: string } | null }) => [
      entry.version,
      entry.fields?.title ?? null,
    ])
    expect(seen.slice(0, 4)).toEqual([
      [start + 4, 'Four'],
      [start + 3, null],
      [start + 2, title],
      [start + 1, 'One'],
    ])
    expect(data[0].changedBy).toMatch(/^editor-.*@example\.com$/)
    await remove('/services')
  })

  test('crawlers get a list of pages with the days of their changes', async () => {
    await post(seoBody('/sitemap', 'x', { canonicalUrl: '' }))
    await post(seoBody('/privacy-policy', 'x'))
    const sitemap = (await get('/sitemap.xml')).body
    const $ = load(sitemap, { xml: true })
    const lastmod = Object.fromEntries(
      $('url')
        .toArray()
        .map((url) => [$(url).find('loc').text(), $(url).find('lastmod').text()]),
    )
    const listed = publicPaths.filter((path) => path !== '/privacy-policy')
    expect(Object.keys(lastmod)).toEqual(listed.map((path) => `http://127.0.0.1:3000${path}`))
    expect(Date.parse(lastmod['http://127.0.0.1:3000/sitemap'] ?? '')).toBeGreaterThan(
      Date.now() - 60_000,
    )
    expect(lastmod['http://127.0.0.1:3000/about']).toMatch(/^\d{4}-\d\d-\d\d$/)
    await Promise.all([remove('/sitemap'), remove('/privacy-policy')])
  })
})
