import closeWithGrace from 'close-with-grace'
import { type Config, ConfigError, readConfig } from './config.ts'
import { connectDatabase } from './db/client.ts'
import { EmbeddedUnusable, SchemaTooNew } from './db/failures.ts'
import { createLogger } from './runtime/logging.ts'
import { mostConnections, TooFewFiles } from './runtime/open-files.ts'

/** How long open requests may take to finish after the signal to stop. */
const drainMs = 8_000

/** After this time the process ends, even if something is still open. */
const stopMs = drainMs + 4_000

function printLines(...lines: string[]): void {
  for (const line of lines) process.stdout.write(`${line}\n`)
}

async function main(config: Config) {
  const maxConnections = mostConnections()
  const logger = createLogger(config.logLevel)
  // The code is loaded while the database starts. If one of them fails, the start fails at once.
  const [database, { buildApp }, { createFirstAdmin, firstSteps }, renderer] = await Promise.all([
    connectDatabase(config, logger),
    import('./app.ts'),
    import('./accounts/first-admin.ts'),
    import('./render/renderer.ts').then(({ createRenderer }) => createRenderer(config)),
  ])
  const { db, firstTry, ready, close } = database
  const app = await buildApp({ config, database, logger, renderer })
  if (maxConnections !== undefined) app.server.maxConnections = maxConnections
  closeWithGrace({ delay: stopMs, logger: false }, async ({ err }) => {
    if (err) logger.fatal({ err }, 'stopping after an error')
    // One client that has stalled must not keep the database from being closed.
    const drainTimer = setTimeout(() => app.server.closeAllConnections(), drainMs)
    await app.close()
    clearTimeout(drainTimer)
    await close()
    logger.info('stopped')
  })
  const addressLine = (url: string) => `${config.site.name} is at ${url}`
  const listen = () => app.listen({ host: config.host, port: config.port })
  if (await firstTry) {
    await ready
    await createFirstAdmin(db, config.firstAdmin)
    const url = await listen()
    printLines(addressLine(url), ...(await firstSteps(db, config, url)))
    return
  }
  // Visitors are served without the database, and their requests wait in the journal.
  const url = await listen()
  printLines(addressLine(url), 'The database cannot be reached. Requests wait until it is back.')
  try {
    await ready
    await createFirstAdmin(db, config.firstAdmin)
    printLines('The database is back.', ...(await firstSteps(db, config, url)))
  } catch (err) {
    // A database that goes away again in between does not end a process that serves visitors.
    logger.error({ err }, 'the first admin could not be made; restart to try again')
  }
}

/** The text for the terminal: one line if that explains the failure, else the stack too. */
function describeFailure(error: unknown): string {
  const explained = [ConfigError, EmbeddedUnusable, SchemaTooNew, TooFewFiles]
  if (explained.some((kind) => error instanceof kind)) return (error as Error).message
  const { code = '', syscall, port } = error as NodeJS.ErrnoException & { port?: number }
  if (syscall === 'listen')
    return `PORT ${port} cannot be used (${code}). Set PORT or HOST to another.`
  if (syscall === 'connect') return `The database at DATABASE_URL cannot be reached (${code}).`
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

// Visitors are served on when the terminal that started the server has gone.
process.stdout.on('error', () => {})
process.stderr.on('error', () => {})

try {
  await main(readConfig())
} catch (error) {
  process.stderr.write(`${describeFailure(error)}\n`)
  process.exit(1)
}
