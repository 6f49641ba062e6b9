import assert from 'node:assert/strict'
import fc from 'fast-check'
import { readSelector } from '#/contracts/seo/selectors.ts'
import type { SeoFields, SeoRecord } from '#/contracts/seo/seo.ts'
import { AppError } from '#/server/http/errors.ts'
import { checkJsonLd } from '#/server/seo/json-ld.ts'
import { createPageSeo, readImageAlts } from '#/server/seo/metadata.ts'
import { seoFieldsSchema } from '#/server/seo/seo-schemas.ts'
import { testConfig } from '#tests/support/app-builder.ts'
import { mostly } from './contact.ts'
import { fuzzingParser } from './fuzzing.ts'
import { fromPieces, nearly, oddJson, oddText } from './odd-texts.ts'

const webAddresses = fromPieces([
  ...['https:', 'http:', '//', '/', '\\', 'hooks.example', 'user', ':', '@', 'secret', '?', '#'],
  ...['[::1]', '127.0.0.1', ':80', '%40', '%', ' ', '\t', '..', 'xn--', '｡'],
])

/** Texts that are selectors, nearly selectors, and selectors that may not be stored. */
const selectors = fc.oneof(
  fromPieces(
    [
      ...['img', 'svg', 'main', '*', '#top', '.row', ' ', ' > ', ' ~ ', ' + ', ',', ':has(img)'],
      ...['[src]', '[src="/a.avif"]', '[src^=a]', '[a="]', "[alt='']", '[alt=x]', '[a=1]', '\\'],
      ...[':first-child', ':nth-of-type(2)', ':nth-child(2n+1)', ':contains("x")', '<img>', '::a'],
    ],
    30,
  ),
  oddText(400),
)

const jsonTexts = fc.oneof(
  oddJson.map((value) => JSON.stringify(value)),
  fromPieces(
    [
      ...['{', '}', '[', ']', ',', ':', '"', '"a"', '"@context":"https://schema.org"', 'null'],
      ...['"@type":"Thing"', '"@graph":[', '//', '/*', '*/', '\\', '\n', ' ', '1', '-', '.5', 'e9'],
      ...['01', '\\u00', '\uFEFF', "'", 'NaN', '"__proto__":', '{"@context":{},"@type":[]}', '\t'],
    ],
    20,
  ),
  fc
    .tuple(fc.constantFrom('[', '{"a":', '[[', '[{"a":'), fc.nat(6_000))
    .map(([open, count]) => open.repeat(count)),
)

const rightJsonLd = oddJson.map((name) =>
  JSON.stringify({ '@context': 'https://schema.org', '@type': 'Thing', name }),
)

const jsonLd = fc.oneof(jsonTexts, rightJsonLd)

const rightImageAlts = fc
  .array(fc.record({ selector: fc.constantFrom('img', 'main > p', '[alt=""]'), alt: oddText() }))
  .map((entries) => JSON.stringify(entries))

const imageAltTexts = fc.oneof(
  jsonTexts,
  fc
    .array(fc.record({ selector: selectors, alt: oddText() }), { maxLength: 3 })
    .map((entries) => JSON.stringify(entries)),
)

/** What an editor may save for a page, and what not. */
export const seoBodies = nearly({
  title: mostly('A title', oddText()),
  description: mostly('A description', oddText()),
  keywords: mostly('', oddText()),
  ogImage: mostly('/a.png', webAddresses),
  canonicalUrl: mostly('', webAddresses),
  structuredData: fc.oneof({ weight: 8, arbitrary: rightJsonLd }, jsonLd),
  structuredDataMode: fc.constantFrom('replace', 'add'),
  h1Text: mostly('A heading', oddText()),
  imageAltTexts: fc.oneof({ weight: 8, arbitrary: rightImageAlts }, imageAltTexts),
})

const { site } = testConfig()

// Nothing here asks the database.
const { metadataOf } = createPageSeo(undefined as never, site)

/** Only refusals of our own are sentences that tell what is wrong. */
function refuses(act: () => void): boolean {
  try {
    act()
    return false
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return true
  }
}

const record = (fields: SeoFields): SeoRecord => ({
  ...fields,
  pagePath: '/about',
  version: 1,
  updatedAt: '2026-03-04T19:05:00.000Z',
})

const emptyFields = seoFieldsSchema.parse({ title: 'A title', description: 'A description' })

export const pageMetadataParsers = [
  fuzzingParser({
    name: 'page metadata',
    inputs: seoBodies,
    expectation(body) {
      const { success, data } = seoFieldsSchema.safeParse(body)
      if (!success) return
      assert.deepEqual(seoFieldsSchema.parse(data), data)
      const isRefused = refuses(() => checkJsonLd(data.structuredData))
      if (isRefused) return void refuses(() => metadataOf('/about', record(data)))
      // What is taken can be served.
      const { canonicalUrl = '', ogImage = '', structuredData } = metadataOf('/about', record(data))
      JSON.parse(structuredData ?? '')
      for (const address of [canonicalUrl, ogImage]) {
        assert.match(new URL(address).protocol, /^https?:$/)
        assert.doesNotMatch(address, /[\s<>"]/)
      }
      if (data.canonicalUrl.startsWith('/')) {
        assert.equal(new URL(canonicalUrl).origin, new URL(site.url).origin)
      }
    },
  }),
  fuzzingParser({
    name: 'structured data',
    inputs: jsonLd,
    expectation(structuredData) {
      const fields = { ...emptyFields, structuredData }
      if (refuses(() => checkJsonLd(structuredData))) return
      metadataOf('/about', record(fields))
    },
  }),
  fuzzingParser({
    name: 'selector',
    inputs: selectors,
    expectation(text) {
      const written = readSelector(text)
      if (written === undefined) return
      assert.equal(readSelector(written), written)
      const withoutTexts = written.replace(/"[^"]*"|'[^']*'/g, '')
      assert.doesNotMatch(withoutTexts, /[~+,\\<]|(?<!\[[\w-]+)\*|:(has|contains|not|is)/)
    },
  }),
  fuzzingParser({
    name: 'image texts',
    inputs: imageAltTexts,
    expectation(text) {
      for (const { selector } of readImageAlts(text)) assert.equal(readSelector(selector), selector)
    },
  }),
]
