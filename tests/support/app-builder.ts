import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import pino from 'pino'
import type { Role } from '#/contracts/limits.ts'
import { hashPassword } from '#/server/accounts/passwords.ts'
import { insertUser } from '#/server/accounts/users.ts'
import { buildApp } from '#/server/app.ts'
import { type Config, readConfig } from '#/server/config/config.ts'
import type { Database, DatabaseHandle } from '#/server/db/database.ts'
import { createLogger } from '#/server/health/logging.ts'
import { createDraining, type Draining } from '#/server/http/draining.ts'
import { createBuiltRenderer } from '#/server/render/renderer.ts'

/** A password that the limits allow. */
export const testPassword = 'correct horse battery'

const metricsToken = 'sixteen letters!'

/** Reads the metrics, as a client with the token does. */
export const readMetrics = async (app: FastifyInstance): Promise<string> =>
  (await app.inject({ url: '/metrics', headers: { authorization: `Bearer ${metricsToken}` } })).body

/**
 * The default configuration, with limits so high that no test reaches them by accident. On a busy
 * machine a lead must not go to the journal when a test looks for it in the database, nor an audit
 * entry come after the response.
 */
export function testConfig(overrides: Partial<Config> = {}): Config {
  const DATA_DIR = join(tmpdir(), `breezeway-app-${crypto.randomUUID()}`)
  const config = readConfig({
    LOG_LEVEL: 'silent',
    PORT: '3000',
    DATA_DIR,
    JOURNAL_RESERVE_MB: '0',
    METRICS_TOKEN: metricsToken,
    EMBEDDED_AGE_NOTICE: 'off',
  })
  const contactLimits = { perMinute: 10_000, perHour: 10_000 }
  return {
    ...config,
    contactLimits,
    storeWithinMs: 5_000,
    auditWithinMs: 15_000,
    // A busy machine must not refuse what a test asks for: it is never asked how late it is.
    pressureLimits: { usual: 60_000, leads: 60_000, sample: 2 ** 31 - 1 },
    ...overrides,
  }
}

/**
 * Builds the whole application on a database. Lines of the log are added to `logLines`, if given.
 */
export async function buildTestApp(
  database: DatabaseHandle,
  {
    config = testConfig(),
    logLines,
    draining = createDraining(),
  }: { config?: Config; logLines?: string[]; draining?: Draining } = {},
): Promise<FastifyInstance> {
  const logger = logLines
    ? createLogger('trace', { write: (line: string) => void logLines.push(line) })
    : pino({ level: 'silent' })
  const renderer = await createBuiltRenderer(config.site)
  const app = await buildApp({ config, database, logger, renderer, draining })
  // A process that is ending may still write there.
  const options = { recursive: true, force: true, maxRetries: 10 }
  app.addHook('onClose', async () => rmSync(config.dataDir, options))
  return app
}

const hashOfTestPassword = hashPassword(testPassword)

/** Makes a user who signs in with the tests' password. Hashing is slow on purpose: once is enough. */
export async function addUser(db: Database, email: string, role: Role) {
  const passwordHash = await hashOfTestPassword
  const user = await db.transaction((tx) => insertUser(tx, { email, role, passwordHash }))
  if (!user) throw new Error('the address is taken')
  return user
}

/** Makes a user with this role, signs in, and returns the Cookie header of the session. */
export async function signInAs(app: FastifyInstance, db: Database, role: Role): Promise<string> {
  const email = `${role}-${crypto.randomUUID()}@example.com`
  await addUser(db, email, role)
  const response = await app.inject({
    method: 'POST',
    url: '/api/accounts/sign-in',
    payload: { email, password: testPassword },
  })
  const [cookie] = [response.headers['set-cookie'] ?? []].flat()
  if (!cookie) throw new Error(`sign-in answered ${response.statusCode}`)
  return cookie.split(';', 1)[0] ?? ''
}
