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
import { buildTestApp, signInAs, testConfig, testPassword } from '../../../tests/app-builder.ts'
import { describeOnDatabase } from '../../../tests/databases.ts'
import { contactBody } from '../../../tests/factories.ts'
import { maybeListed, type ScannedAnswer, scoreAnswer } from '../../../tests/observatory.ts'

const origin = 'https://site.example'

/** Kinds of documents and other answers, each with whether it asks as a signed-in admin. */
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

describeOnDatabase("Mozilla's Observatory", (database) => {
  let app: FastifyInstance
  let cookie: string
  beforeAll(async () => {
    const { site } = testConfig()
    const settings = { site: { ...site, url: origin }, hasSiteUrl: true, preloadsHsts: true }
    app = await buildTestApp(database.handle(), { config: testConfig(settings) })
    cookie = await signInAs(app, database.handle().db, 'admin')
  })
  afterAll(() => app.close())

  const score = (answer: ScannedAnswer) => scoreAnswer(answer, maybeListed(answer))

  test.each(addresses)('gives %s 135 of 145 (signed in: %s)', async (url, isSignedIn) => {
    const headers = { origin: 'https://observatory.example', ...(isSignedIn && { cookie }) }
    const answer = await app.inject({ url, headers })
    const { points, scoreOf145 } = score(answer)
    expect(scoreOf145, JSON.stringify(points)).toBeGreaterThanOrEqual(135)
    // Nothing is taken away, whether the list knows the site or not.
    expect(Object.values(scoreAnswer(answer, false).points).filter((count) => count < 0)).toEqual(
      [],
    )
    const namesOf = Object.keys(answer.headers)
    expect(namesOf.filter((name) => name.startsWith('access-control-'))).toEqual([])
  })

  test('gives 140 to what has a script of its own, or sets a cookie', async () => {
    expect(score(await app.inject(adminPaths.signIn))).toMatchObject({
      scoreOf145: 140,
      // Two rules came with version 6.
      score: 150,
    })
    const email = 'owner@example.com'
    await createUser(database.handle().db, { email, role: 'admin', password: testPassword })
    const payload = { email, password: testPassword }
    const signedIn = await app.inject({ method: 'POST', url: apiPaths.signIn, payload })
    expect(score(signedIn)).toMatchObject({ scoreOf145: 140, points: { cookies: 5 } })
  })

  test('gives the page that answers a form as much as any other', async () => {
    const answer = await app.inject({
      method: 'POST',
      url: apiPaths.contact,
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' },
      payload: new URLSearchParams(contactBody() as Record<string, string>).toString(),
    })
    expect(answer.headers['content-type']).toContain('text/html')
    expect(score(answer).scoreOf145).toBeGreaterThanOrEqual(135)
  })
})

const good = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'strict-transport-security': 'max-age=63072000',
  'x-content-type-options': 'nosniff',
  'content-type': 'text/html',
}

const hashed = "default-src 'self' 'unsafe-inline' 'sha256-x'; frame-ancestors 'none'"

test.each<[string, Record<string, string | string[] | undefined>, string, number]>([
  ['nothing wrong', {}, '', 115],
  ['no policy', { 'content-security-policy': undefined, 'x-frame-options': 'DENY' }, '', 75],
  ['inline scripts', { 'content-security-policy': "script-src 'unsafe-inline'" }, '', 60],
  ['hashed scripts', { 'content-security-policy': hashed }, '', 110],
  ['scripts from anywhere', { 'content-security-policy': 'default-src https:' }, '', 60],
  ['no https for ever', { 'strict-transport-security': undefined }, '', 80],
  ['https for a month', { 'strict-transport-security': 'max-age=2592000' }, '', 105],
  ['sniffing', { 'x-content-type-options': undefined }, '', 110],
  ['an unsafe referrer', { 'referrer-policy': 'unsafe-url' }, '', 110],
  ['others may read all', { 'access-control-allow-origin': '*' }, '', 115],
  [
    'others may read as the visitor',
    {
      'access-control-allow-origin': 'https://observatory.example',
      'access-control-allow-credentials': 'true',
    },
    '',
    50,
  ],
  ['a session for scripts', { 'set-cookie': ['session=1; Secure; SameSite=Lax'] }, '', 70],
  ['an insecure cookie', { 'set-cookie': ['a=1; HttpOnly; SameSite=Lax'] }, '', 110],
  ['a good cookie', { 'set-cookie': ['a=1; Secure; HttpOnly; SameSite=Lax'] }, '', 120],
  ['a script of others', {}, '<script src="https://cdn.example/x.js"></script>', 110],
  ['an insecure script', {}, '<script src="//cdn.example/x.js"></script>', 50],
  ['a checked script', {}, '<script src="/x.js" integrity="sha384-x"></script>', 120],
])('the recomputation sees %s', (_what, headers, body, expected) => {
  expect(scoreAnswer({ headers: { ...good, ...headers }, body }, false).scoreOf145).toBe(expected)
})
