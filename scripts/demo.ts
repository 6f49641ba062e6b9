/**
 * `npm run demo`: the site on a throw-away folder, with a season of invented requests and what became
 * of them. `--seed N` invents another one. The folder is removed when the demo ends.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { adminPaths } from '#/contracts/routes.ts'
import { timesOfPlan } from '#/server/backup/schedule/backup-status.ts'
import { createLook } from '#/server/backup/schedule/look.ts'
import { makeDueBackup } from '#/server/backup/schedule/make-due-backup.ts'
import { type Config, ConfigError, readConfig } from '#/server/config/config.ts'
import { openDatabase } from '#/server/db/connect/client.ts'
import { createLogger } from '#/server/health/logging.ts'
import { onStopSignal, stopSignals } from '#/server/runtime/stop-signals.ts'
import { buildIfStale } from './build.ts'
import { environmentOf, Refused, refuseRealData, startMailSink } from './demo/environment.ts'
import { fillDemo } from './demo/fill.ts'
import { owner } from './demo/team.ts'

function readSeed(): number {
  const args = process.argv.slice(2)
  const [option, seed = ''] = args
  if (args.length === 0) return 1
  const isRight = args.length === 2 && option === '--seed' && /^\d{1,9}$/.test(seed)
  if (!isRight) throw new Refused('Usage: npm run demo [-- --seed NUMBER]')
  return Number(seed)
}

const say = (...lines: string[]) =>
  void process.stdout.write(lines.map((line) => `${line}\n`).join(''))

/** The port of the demo, which must be free: it takes a while until the server needs it. */
async function findPort({ port, host }: Config): Promise<number> {
  const probe = createServer().listen(port, host)
  try {
    await once(probe, 'listening')
    return (probe.address() as AddressInfo).port
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new Refused(`PORT ${port} cannot be used (${code}). Set PORT to another.`)
  } finally {
    probe.close()
  }
}

async function fill(config: Config, password: string, seed: number): Promise<void> {
  const logger = createLogger('error')
  await fillDemo(config, logger, {
    ...{ seed, now: new Date(), requestsADay: 1.5, password, stop: stop.signal },
  })
  const { backup } = config
  const { db, close } = await openDatabase(config, logger)
  const times = timesOfPlan(backup.plan)
  if (!times) return
  const due = { db, log: logger, location: config, backup, look: createLook(backup), times }
  await makeDueBackup(due, stop.signal).finally(close)
}

const stop = new AbortController()
let server: ChildProcess | undefined

/** Serves until somebody stops it. */
async function serve(env: Record<string, string>): Promise<void> {
  const main = fileURLToPath(new URL('../src/server/main.ts', import.meta.url))
  server = spawn(process.execPath, [main], { env, stdio: 'inherit' })
  await new Promise((resolve) => server?.once('close', resolve))
}

async function run(): Promise<void> {
  refuseRealData(process.env)
  const seed = readSeed()
  const folder = mkdtempSync(join(tmpdir(), 'breezeway-demo-'))
  // Whatever ends this process: everything in it is invented.
  process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))
  // A terminal's window that is closed ends it too, and takes no more lines.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  onStopSignal(
    (signal) => {
      stop.abort()
      server?.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal)
    },
    [...stopSignals, 'SIGHUP'],
  )
  const mails = join(folder, 'mails')
  const mailServer = await startMailSink(mails)
  const env = environmentOf(process.env, {
    dataDir: join(folder, 'data'),
    mailServer,
  })
  env.PORT = String(await findPort(readConfig(env)))
  const config = readConfig(env)
  say('Inventing a season of requests …')
  await buildIfStale()
  const password = randomBytes(9).toString('base64url')
  await fill(config, password, seed)
  if (stop.signal.aborted) return
  say(
    '',
    'Everybody and everything in this demo is invented, and no mail leaves this machine.',
    `Sign in at   ${config.site.url}${adminPaths.leads}`,
    `as           ${owner}`,
    `with         ${password}`,
    `The mails that it sends are files in ${mails}.`,
    'Ctrl+C ends the demo and deletes all of it.',
    '',
  )
  await serve(env)
}

let code = 0
try {
  await run()
  if (!stop.signal.aborted) code = server?.exitCode ?? 1
} catch (error) {
  if (!stop.signal.aborted) {
    const { message, stack } = error as Error
    const isExplained = error instanceof Refused || error instanceof ConfigError
    process.stderr.write(`${isExplained ? message : stack}\n`)
    code = 1
  }
}
// A timer of the product that made the requests may go on.
process.exit(code)
