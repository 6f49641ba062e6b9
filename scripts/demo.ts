/**
 * `npm run demo`: the site on a throw-away folder, with four months of invented requests and what became
 * of them. The folder is removed when the demo ends.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { adminPaths } from '#/contracts/routes.ts'
import { readConfig } from '#/server/config/config.ts'
import { OneLineError } from '#/server/db/failures.ts'
import { onStopSignal, stopSignals } from '#/server/runtime/stop-signals.ts'
import { buildIfStale } from './build.ts'
import { fillDemo, owner } from './demo-data.ts'

/** What of the environment the demo's server gets: nothing that leads to real data or real mails. */
const passedOn = ['PORT', 'LOG_LEVEL', 'PATH', 'HOME', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot']

const say = (text: string) => void process.stdout.write(`${text}\n`)

const stop = new AbortController()
let server: ChildProcess | undefined

async function run(): Promise<void> {
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
  const env: Record<string, string> = {
    LOG_LEVEL: 'error',
    DRAIN_SECONDS: '0',
    JOURNAL_RESERVE_MB: '0',
    EMBEDDED_AGE_NOTICE: 'off',
    DATA_DIR: join(folder, 'data'),
  }
  for (const name of passedOn) if (process.env[name]) env[name] = process.env[name]
  const config = readConfig(env)
  say('Making up four months of requests …')
  await buildIfStale()
  const password = randomBytes(9).toString('base64url')
  await fillDemo(config, password, stop.signal)
  if (stop.signal.aborted) return
  say(`
Everyone and everything in this demo is made up, and no email leaves this machine.
Sign in at   ${config.site.url}${adminPaths.leads}
as           ${owner}
with         ${password}
The emails it sends are files in ${join(config.dataDir, 'mail')}.
Ctrl+C ends the demo and deletes everything.
`)
  const main = fileURLToPath(new URL('../src/server/main.ts', import.meta.url))
  server = spawn(process.execPath, [main], { env, stdio: 'inherit' })
  await new Promise((resolve) => server?.once('close', resolve))
}

let code = 0
try {
  await run()
  if (!stop.signal.aborted) code = server?.exitCode ?? 1
} catch (error) {
  if (!stop.signal.aborted) {
    const { message, stack } = error as Error
    process.stderr.write(`${error instanceof OneLineError ? message : stack}\n`)
    code = 1
  }
}
// A timer of the product that made the requests may go on.
process.exit(code)
