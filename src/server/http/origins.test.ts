import { isDeepStrictEqual } from 'node:util'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiPaths } from '#/contracts/routes.ts'
import {
  isChanging,
  type Operation,
  operationsIn,
  probe,
} from '#tests/support/api/api-operations.ts'
import { buildTestApp, signInAs, testConfig } from '#tests/support/app-builder.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'

const siteUrl = 'https://site.example'

type Sent = {
  origin?: string
  'sec-fetch-site'?: string
  'sec-fetch-mode'?: string
}

const origins: Sent[] = [{}, { origin: siteUrl }, { origin: 'https://evil.example' }]

const fetches: Sent[] = [
  {},
  { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' },
  { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' },
  { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors' },
  { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
  { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' },
]

const variants: Sent[] = origins.flatMap((origin) =>
  fetches.map((fetch) => ({ ...origin, ...fetch })),
)

/** One for each way to be let through or refused: every operation that only reads is asked with these. */
const waysOfAll: Sent[] = [
  {},
  { origin: 'https://evil.example' },
  { origin: siteUrl, 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' },
  { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors' },
  { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
  { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' },
]
const isWayOfAll = (sent: Sent) => waysOfAll.some((way) => isDeepStrictEqual(way, sent))
/**
 * One in N of those is asked in all other ways too; an operation that changes something always is.
 */
const oneIn = 8

/** The browser's own header counts; without it the page that it names. */
function mayChange({ origin = siteUrl, 'sec-fetch-site': site }: Sent): boolean {
  return site === undefined ? origin === siteUrl : site === 'same-origin' || site === 'none'
}

function mayRead({ 'sec-fetch-site': site, 'sec-fetch-mode': mode }: Sent): boolean {
  return site !== 'cross-site' || mode === 'navigate'
}

describeOnDatabase('the API', (database) => {
  let app: FastifyInstance
  let operations: Operation[]
  let cookie: string
  beforeAll(async () => {
    const { site } = testConfig()
    const config = testConfig({ site: { ...site, url: siteUrl }, hasSiteUrl: true })
    app = await buildTestApp(database.handle(), { config })
    operations = operationsIn((await app.inject(apiPaths.openapi)).json())
    cookie = await signInAs(app, database.handle().db, 'admin')
  })
  afterAll(() => app.close())

  /** The operations that are asked with these headers. */
  const askedWith = (sent: Sent, wanted: (operation: Operation) => boolean) =>
    operations
      .filter(wanted)
      .filter(
        (operation, place) => isChanging(operation) || isWayOfAll(sent) || place % oneIn === 0,
      )

  /** What was refused, and what was not, with these headers. */
  async function refusedWith(sent: Sent, wanted: (operation: Operation) => boolean) {
    const refused: Record<string, boolean> = {}
    for (const operation of askedWith(sent, wanted)) {
      const request = probe(operation)
      const headers = { ...request.headers, host: 'site.example', cookie, ...sent }
      const response = await app.inject({ ...request, headers, payloadAsStream: true })
      response.stream().destroy()
      refused[`${operation.method} ${operation.path}`] = response.statusCode === 403
    }
    return refused
  }

  const all = (sent: Sent, wanted: (operation: Operation) => boolean, isRefused: boolean) =>
    Object.fromEntries(
      askedWith(sent, wanted).map(({ method, path }) => [`${method} ${path}`, isRefused]),
    )

  const isReading = (operation: Operation) => !isChanging(operation)

  test.each(variants)('is changed only by pages of the site: %j', async (sent) => {
    expect(await refusedWith(sent, isChanging)).toEqual(all(sent, isChanging, !mayChange(sent)))
  })

  test.each(variants)('is read by no page of another site: %j', async (sent) => {
    expect(await refusedWith(sent, isReading)).toEqual(all(sent, isReading, !mayRead(sent)))
  })
})
