import { once } from 'node:events'
import { createWriteStream, mkdirSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'

/**
 * What of the environment the demo's server gets: nothing that leads to real data or real mails. HOST is
 * left out too: only this machine is to reach it, and some shells set HOST for themselves.
 */
const passedOn = [
  ...['PORT', 'LOG_LEVEL', 'PATH', 'HOME', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot'],
  'NODE_COMPILE_CACHE',
]

/** Why the demo does not start. The message is for the terminal. */
export class Refused extends Error {}

type Environment = Record<string, string | undefined>

/** Throws `Refused` where the environment names a database or a folder of somebody's. */
export function refuseRealData(env: Environment): void {
  for (const name of ['DATA_DIR', 'DATABASE_URL']) {
    if (!env[name]) continue
    throw new Refused(
      `${name} is set. The demo fills a folder of its own and touches no other data: start it without ${name}.`,
    )
  }
}

/** The environment of the demo's server. */
export function environmentOf(
  env: Environment,
  { dataDir, mailServer }: { dataDir: string; mailServer: string },
): Record<string, string> {
  const given = passedOn.flatMap((name) => (env[name] ? [[name, env[name]] as const] : []))
  return {
    LOG_LEVEL: 'error',
    DRAIN_SECONDS: '0',
    JOURNAL_RESERVE_MB: '0',
    EMBEDDED_AGE_NOTICE: 'off',
    ...Object.fromEntries(given),
    DATA_DIR: dataDir,
    SMTP_URL: mailServer,
  }
}

/**
 * Starts a mail server for the programs of this machine, which writes each mail to a file of a folder
 * and passes none on. Returns its address. It keeps no process from ending.
 */
export async function startMailSink(folder: string): Promise<string> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  let count = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData(stream, { envelope: { rcptTo } }, callback) {
      count += 1
      const to = rcptTo.map(({ address }) => address.replace(/[^\w.@-]/g, '_')).join(' ')
      const name = `${String(count).padStart(4, '0')} ${to}.eml`
      const file = createWriteStream(join(folder, name), { mode: 0o600 })
      file.once('error', callback).once('finish', () => callback())
      stream.pipe(file)
    },
  })
  // A client that leaves in the middle is no reason to end the demo.
  server.on('error', () => {})
  const listener = server.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const { port } = listener.address() as AddressInfo
  listener.unref()
  return `smtp://127.0.0.1:${port}`
}
