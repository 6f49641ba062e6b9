import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { api, pathTo } from '#/contracts/endpoints/api.ts'
import type { LeadPanel } from '#/contracts/referrals/office-leads.ts'
import { openDatabase } from '#/server/db/connect/client.ts'
import type { DatabaseHandle, DatabaseLocation } from '#/server/db/database.ts'
import { contractors, leads, rateLimits } from '#/server/db/tables/schema.ts'
import { buildTestApp, signInAs } from './app-builder.ts'
import { freshDatabase } from './databases.ts'
import { offerSite } from './leads/offer-site.ts'
import { silentLogger } from './silent-logger.ts'

/** The database of a suite, as `describeOnDatabase` hands it over. */
type SuiteDatabase = { handle: () => DatabaseHandle }

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** What an application is built with, and whether it listens, so that what it does by itself is done. */
type BuildOptions = NonNullable<Parameters<typeof buildTestApp>[1]>
type SiteOptions = { build?: BuildOptions | (() => Promise<BuildOptions>); listens?: boolean }

/** The application on the database of a suite, while that runs, and an admin's cookie. */
export function adminSite(database: SuiteDatabase, { build, listens = false }: SiteOptions = {}) {
  let app: FastifyInstance
  let cookie: string
  beforeAll(async () => {
    const options = typeof build === 'function' ? await build() : build
    app = await buildTestApp(database.handle(), options)
    if (listens) await app.listen({ host: '127.0.0.1', port: 0 })
    cookie = await signInAs(app, database.handle().db, 'admin')
  })
  afterAll(() => app?.close())
  /** A request of an admin, to this application or another: the status, the body, and its data. */
  async function ask(method: Method, url: string, payload?: object, on = app) {
    const request = { method, url, headers: { cookie }, ...(payload && { payload }) }
    const response = await on.inject(request)
    const body = response.body ? response.json() : undefined
    return { status: response.statusCode, body, ...body }
  }
  return {
    app: () => app,
    /** Where it listens. */
    port: () => (app.server.address() as AddressInfo).port,
    cookie: () => cookie,
    db: () => database.handle().db,
    ask,
  }
}

/**
 * The same as its owner and its contractors use it. Before each test all limits are unused; with
 * `isEmptied` there are no leads and contractors either.
 */
export function referralSite(database: SuiteDatabase, { isEmptied = false } = {}) {
  const admin = adminSite(database)
  beforeEach(async () => {
    if (isEmptied) {
      await admin.db().delete(leads)
      await admin.db().delete(contractors)
    }
    await admin.db().delete(rateLimits)
  })
  return { ...admin, site: offerSite(admin) }
}

/** The same as visitors use it who add to their requests, and the owner who reads that. */
export function additionSite(database: SuiteDatabase) {
  const admin = adminSite(database)
  const { ask } = admin
  const leadOf = async (leadId: number): Promise<LeadPanel> =>
    (await ask('GET', pathTo(api.lead, { leadId }))).data
  return {
    ...admin,
    send: () => offerSite(admin).send({ name: crypto.randomUUID() }),
    additionsOf: async (id: number) => (await leadOf(id)).additions,
    historyOf: async (id: number) => (await leadOf(id)).history.map(({ kind }) => kind),
  }
}

/** Another process of the same site, with connections of its own, while a suite runs. */
export function anotherProcess(
  database: SuiteDatabase & { location: () => DatabaseLocation },
  { build, listens = false }: { build?: BuildOptions; listens?: boolean } = {},
) {
  let handle: DatabaseHandle
  let app: FastifyInstance
  beforeAll(async () => {
    handle = await openDatabase(database.location(), silentLogger)
    app = await buildTestApp(handle, build)
    if (listens) await app.listen({ port: 0 })
  })
  afterAll(async () => {
    await app?.close()
    await handle?.close()
  })
  return () => app
}

/** Runs the whole application on a new database, for a suite that only reads pages. */
export function serveSitePages(): () => FastifyInstance {
  let app: FastifyInstance
  let close: () => Promise<void>
  let remove: () => Promise<void>
  beforeAll(async () => {
    const fresh = await freshDatabase()
    const database = await openDatabase(fresh.location, silentLogger)
    close = database.close
    remove = fresh.remove
    app = await buildTestApp(database)
  })
  afterAll(async () => {
    await app.close()
    await close()
    await remove()
  })
  return () => app
}
