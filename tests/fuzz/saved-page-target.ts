import assert from 'node:assert/strict'
import { type CheerioAPI, load } from 'cheerio'
import type { FastifyInstance } from 'fastify'
import { apiPaths } from '#/contracts/routes.ts'
import type { SeoRecord } from '#/contracts/seo/seo.ts'
import type { Database } from '#/server/db/database.ts'
import { signInAs } from '#tests/support/app-builder.ts'
import { seoBodies } from './page-metadata.ts'
import { longestAnswerMs } from './route-target.ts'
import { type Target, target } from './target.ts'

const pagePath = '/about'

/** How many elements of each kind a page has: what is saved is text, and makes no more of them. */
function elementsOf($: CheerioAPI): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const element of $('*').get()) {
    const tag = $(element).prop('tagName') ?? ''
    counts[tag] = (counts[tag] ?? 0) + 1
  }
  return counts
}

function checkPage(html: string, saved: SeoRecord, usual: Record<string, number>): void {
  const $ = load(html)
  assert.deepEqual(elementsOf($), usual)
  assert.equal($('title').text(), saved.title)
  assert.equal($('meta[name=description]').attr('content'), saved.description)
  if (saved.keywords) assert.equal($('meta[name=keywords]').attr('content'), saved.keywords)
  if (saved.h1Text) assert.equal($('h1').text(), saved.h1Text)
  const structuredData = JSON.parse($('script[type="application/ld+json"]').text())
  if (saved.structuredData && saved.structuredDataMode === 'replace') {
    assert.deepEqual(structuredData, JSON.parse(saved.structuredData))
  }
}

/** A page with what an editor saved for it: it is served with that, as text and nothing else. */
export async function savedPageTarget(app: FastifyInstance, db: Database): Promise<Target> {
  const headers = { cookie: await signInAs(app, db, 'editor') }
  const usual = elementsOf(load((await app.inject(pagePath)).body))
  return target({
    name: 'saved page',
    share: 5,
    longestMs: longestAnswerMs,
    inputs: seoBodies,
    async expectation(fields) {
      const payload = { ...fields, pagePath, version: undefined }
      const save = await app.inject({ method: 'POST', url: apiPaths.seo, headers, payload })
      assert.ok([200, 400].includes(save.statusCode), save.body)
      const page = await app.inject(pagePath)
      assert.equal(page.statusCode, 200)
      if (save.statusCode === 400) return
      checkPage(page.body, save.json().data, usual)
      const editor = await app.inject(`${apiPaths.seoEditor}?path=${pagePath}`)
      assert.equal(editor.json().data.whyBuiltIn, null)
    },
  })
}
