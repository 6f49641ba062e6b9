import closeWithGrace from 'close-with-grace'
import { guardUpgrade } from './backup/schedule/guard-upgrade.ts'
import { type Config, environment, readConfig } from './config/config.ts'
import { connectDatabase } from './db/connect/client.ts'
import { asUnreachable, OfOtherVersion, OneLineError } from './db/failures.ts'
import { createLogger } from './health/logging.ts'
import { createDraining } from './http/draining.ts'
import { onStopSignal } from './runtime/stop-signals.ts'
import { answerWatchdog } from './runtime/watchdog.ts'

/** How long open requests may take to finish when new ones are refused. */
const finishMs = 8_000

/** How long after that the process ends, even if something is still open. */
const closeMs = 4_000

/** How often connections are closed on which the last answer was given. */
const sweepMs = 100

function printLines(...lines: string[]): void {
  process.stdout.write(lines.map((line) => `${line}\n`).join(''))
}

async function main(config: Config) {
  const logger = createLogger(config.logLevel)
  // The code is loaded while the database starts. If one of them fails, the start fails at once.
  const [database, { buildApp }, { createFirstAdmin, firstSteps }, renderer] = await Promise.all([
    connectDatabase(config, logger, { beforeUpgrade: guardUpgrade(config, logger) }),
    import('./app.ts'),
    import('./accounts/first-admin.ts'),
    import('./render/renderer.ts').then(({ createRenderer }) => createRenderer(config)),
  ])
  const { db, firstTry, isMigrating, ready, close } = database
  const draining = createDraining()
  const app = await buildApp({ config, database, logger, renderer, draining })
  const delay = config.drainMs + finishMs + closeMs
  const onTimeout = () => logger.warn('stopped with something still open')
  // Ctrl+C in a terminal, or an error: no proxy is to notice first that this process leaves.
  let drainMs = 0
  const options = { delay, onTimeout, logger: false } as const
  const stop = closeWithGrace({ ...options, skip: ['SIGINT', 'SIGTERM'] }, async ({ err }) => {
    if (err) logger.fatal({ err }, 'stopping after an error')
    const closeIdleConnections = () => app.server.closeIdleConnections()
    await draining.drain(drainMs, closeIdleConnections)
    const sweep = setInterval(closeIdleConnections, sweepMs)
    // One client that has stalled must not keep the database from being closed.
    const finishTimer = setTimeout(() => app.server.closeAllConnections(), finishMs)
    await app.close()
    clearInterval(sweep)
    clearTimeout(finishTimer)
    await close()
    logger.info('stopped')
  })
  onStopSignal((signal) => {
    if (signal === 'SIGTERM' && app.server.listening) drainMs = config.drainMs
    void stop.close()
  })
  const isThere = await firstTry
  if (isThere) {
    await ready.catch(async (err) => {
      if (err instanceof OfOtherVersion) await close()
      throw config.databaseUrl ? asUnreachable(err) : err
    })
  }
  const url = await app.listen({ host: config.host, port: config.port })
  let said = `${config.site.name} is at ${url}`
  if (!isThere) {
    // Visitors are served without the database, and their requests wait in the journal.
    const [problem, end] = isMigrating()
      ? ['The database is still being migrated. Requests wait until that’s done.', 'migrated']
      : ['The database can’t be reached. Requests wait until it’s back.', 'back']
    printLines(said, problem)
    said = `The database is ${end}.`
    try {
      await ready
    } catch (err) {
      // Any other error is that the process is being stopped.
      if (!(err instanceof OfOtherVersion)) return
      // What visitors sent meanwhile waits in the journal for the version that is started next.
      await app.close()
      await close()
      throw err
    }
  }
  try {
    await createFirstAdmin(db, config.firstAdmin)
    printLines(said, ...(await firstSteps(db, config, url)))
  } catch (err) {
    // Visitors are served on where the database has gone away again.
    printLines(said)
    logger.error({ err }, 'the first admin could not be made; restart to try again')
  }
}

/** The text for the terminal: one line if that explains the failure, else the stack too. */
function describeFailure(error: unknown): string {
  if (error instanceof OneLineError) return error.message
  type ListenError = NodeJS.ErrnoException & { port?: number; hostname?: string; address?: string }
  const { code = '', syscall, port, hostname, address } = error as ListenError
  if (syscall === 'getaddrinfo' || code === 'EADDRNOTAVAIL')
    return `HOST ${hostname ?? address} can’t be used (${code}). Set it to an address of this machine.`
  if (syscall === 'listen')
    return `PORT ${port} can’t be used (${code}). Set PORT or HOST to another.`
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

// Visitors are served on when the terminal that started the server has gone.
process.stdout.on('error', () => {})
process.stderr.on('error', () => {})
// Here and not in the script that starts this program, which has modules of its own.
answerWatchdog(environment, (line) => process.stderr.write(`${line}\n`))

try {
  await main(readConfig())
} catch (error) {
  process.stderr.write(`${describeFailure(error)}\n`)
  process.exit(1)
}
