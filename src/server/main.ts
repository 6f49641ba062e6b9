import closeWithGrace from 'close-with-grace'
import type { FastifyInstance } from 'fastify'
import { createFirstAdmin, welcome } from './accounts/first-admin.ts'
import { buildApp } from './app.ts'
import { type Config, ConfigError, readConfig } from './config.ts'
import { type Database, openDatabase } from './db/client.ts'
import { DataDirInUse } from './db/data-dir-lock.ts'
import { DataDirUnusable } from './db/embedded.ts'
import { createLogger } from './http/logging.ts'
import { createBuiltRenderer } from './render/built-renderer.ts'
import { createViteRenderer } from './render/vite-renderer.ts'

/** How long open requests may take to finish once the process is told to stop. */
const drainMs = 10_000

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

function listeningUrl(app: FastifyInstance, config: Config): string {
  const host = config.host.includes(':') ? `[${config.host}]` : config.host
  // With PORT=0 only the socket knows.
  const address = app.server.address()
  return `http://${host}:${typeof address === 'object' ? (address?.port ?? config.port) : config.port}`
}

async function serve(config: Config, db: Database, closeDatabase: () => Promise<void>) {
  const logger = createLogger(config.logLevel)
  const createRenderer = config.isDevelopment ? createViteRenderer : createBuiltRenderer
  const app = await buildApp({ config, db, logger, renderer: await createRenderer(config.site) })
  closeWithGrace({ delay: drainMs, logger: false }, async ({ err }) => {
    if (err) logger.fatal({ err }, 'stopping after an error')
    await app.close()
    await closeDatabase()
    logger.info('stopped')
  })
  await createFirstAdmin(db, config.firstAdmin)
  await app.listen({ host: config.host, port: config.port })
  for (const line of await welcome(db, config.site, listeningUrl(app, config))) say(line)
}

async function main() {
  const config = readConfig()
  const logger = createLogger(config.logLevel)
  const { db, close } = await openDatabase(config, (err) =>
    logger.warn({ err }, 'a database connection was lost'),
  )
  await serve(config, db, close)
}

/** Failures to start that one line explains; for any other the stack is worth more. */
function isExplained(error: unknown): error is Error {
  return [ConfigError, DataDirInUse, DataDirUnusable].some((kind) => error instanceof kind)
}

try {
  await main()
} catch (error) {
  process.stderr.write(`${isExplained(error) ? error.message : (error as Error).stack}\n`)
  process.exit(1)
}
