import type { OutgoingHttpHeaders } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  adminPaths,
  apiPaths,
  crawlerPaths,
  editorPath,
  pagePaths,
  servicePath,
} from '#/contracts/routes.ts'
import { createUser } from '#/server/accounts/users.ts'
import { buildTestApp, signInAs, testConfig, testPassword } from '#tests/support/app-builder.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { contactBody } from '#tests/support/factories.ts'

const origin = 'https://site.example'

type Answer = { headers: OutgoingHttpHeaders }

/** Kinds of documents and other responses, each with whether it asks as a signed-in admin. */
const addresses: [string, boolean][] = [
  [pagePaths.home, false],
  [pagePaths.contact, false],
  [servicePath('ac-repair'), false],
  [pagePaths.sitemap, false],
  ['/no-such-page', false],
  [editorPath(pagePaths.about), true],
  [adminPaths.root, false],
  [adminPaths.signIn, false],
  [adminPaths.setup, false],
  [adminPaths.leads, true],
  [adminPaths.pages, true],
  ['/admin/no-such-page', true],
  [crawlerPaths.sitemap, false],
  [crawlerPaths.robots, false],
  [apiPaths.openapi, false],
  [apiPaths.leads, true],
  [apiPaths.leads, false],
  ['/favicon.ico', false],
  ['/%E0%A4', false],
]

/**
 * What a policy lets run or load; a directive that it does not name has the value of default-src.
 */
function directivesOf({ headers }: Answer): Map<string, string> {
  const text = String(headers['content-security-policy'])
  const pairs = text.split(';').map((directive) => directive.trim().split(/ (.*)/))
  return new Map(pairs.map(([name = '', sources = '']) => [name, sources]))
}

function expectSafe(answer: Answer): void {
  const { headers } = answer
  expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([])
  expect(headers).toMatchObject({
    'strict-transport-security': 'max-age=63072000; includeSubDomains; preload',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': expect.stringMatching(/^(strict-origin-when-cross-origin|no-referrer)$/),
  })
  const policy = directivesOf(answer)
  expect(policy.get('default-src')).toBe("'none'")
  expect(policy.get('frame-ancestors')).toBe("'none'")
  // Inline code only by its hash.
  const own = /^('none'|'self'|'sha256-[^ ]+'|'inline-speculation-rules'| )+$/
  for (const name of ['script-src', 'style-src']) {
    expect(policy.get(name) ?? "'none'", name).toMatch(own)
  }
}

describeOnDatabase('an answer of each kind', (database) => {
  let app: FastifyInstance
  let cookie: string
  beforeAll(async () => {
    const { site } = testConfig()
    const settings = { site: { ...site, url: origin }, hasSiteUrl: true, preloadsHsts: true }
    app = await buildTestApp(database.handle(), { config: testConfig(settings) })
    cookie = await signInAs(app, database.handle().db, 'admin')
  })
  afterAll(() => app.close())

  test.each(addresses)(
    '%s gives other sites nothing, and runs no script of others (signed in: %s)',
    async (url, isSignedIn) => {
      const headers = { origin: 'https://elsewhere.example', ...(isSignedIn && { cookie }) }
      expectSafe(await app.inject({ url, headers }))
    },
  )

  test('so does the page that answers a form', async () => {
    const answer = await app.inject({
      method: 'POST',
      url: apiPaths.contact,
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' },
      payload: new URLSearchParams(contactBody() as Record<string, string>).toString(),
    })
    expect(answer.headers['content-type']).toContain('text/html')
    expectSafe(answer)
  })

  test('the browser checks the script and the style sheet of the back office', async () => {
    const { body } = await app.inject(adminPaths.signIn)
    const loaded = body.match(/<script [^>]*src=[^>]*>|<link [^>]*rel="stylesheet"[^>]*>/g)
    expect(loaded?.length).toBeGreaterThanOrEqual(2)
    for (const tag of loaded ?? []) expect(tag).toMatch(/ integrity="sha384-/)
  })

  test('no script reads the cookie of a session, which leaves over https alone', async () => {
    const email = 'owner@example.com'
    await createUser(database.handle().db, { email, role: 'admin', password: testPassword })
    const payload = { email, password: testPassword }
    const signedIn = await app.inject({ method: 'POST', url: apiPaths.signIn, payload })
    const cookies = [signedIn.headers['set-cookie']].flat().filter((each) => each !== undefined)
    expect(cookies.length).toBeGreaterThan(0)
    for (const each of cookies) {
      expect(each).toMatch(/^__Host-/)
      for (const rule of [/; HttpOnly/, /; Secure/, /; SameSite=(Lax|Strict)/]) {
        expect(each).toMatch(rule)
      }
    }
  })
})
