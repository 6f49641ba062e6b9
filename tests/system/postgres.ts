import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, globSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { installDebianPackage } from './debian.ts'

/** A PostgreSQL server that belongs to one test run. */
export type PostgresServer = {
  /** The address of a database on it. */
  urlOf: (database: string) => string
  /** Runs a statement outside any of the tests' databases. */
  execute: (statement: string) => Promise<void>
  /** Stops it at once, as a crash of its machine would, and starts it again. */
  stopNow: () => Promise<void>
  start: () => Promise<void>
  /** Stops it and deletes its files. */
  remove: () => Promise<void>
}

function findPrograms(): string | undefined {
  const debian = globSync('/usr/lib/postgresql/*/bin').sort().reverse()
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...debian]
  return folders.find(
    (folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')),
  )
}

function requirePrograms(): string {
  const found = findPrograms()
  if (found) return found
  installDebianPackage('postgresql')
  const installed = findPrograms()
  if (!installed) throw new Error('postgresql was installed but initdb is not to be found')
  return installed
}

/** PostgreSQL refuses to run as root, so root runs it as somebody else. */
function unprivilegedUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }))
  return { uid: idOf('-u'), gid: idOf('-g') }
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  if (typeof address !== 'object' || !address) throw new Error('no free port')
  return address.port
}

async function waitUntilReady(url: string): Promise<void> {
  for (const deadline = Date.now() + 20_000; ; await sleep(50)) {
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      return
    } catch (error) {
      if (Date.now() > deadline) throw error
    } finally {
      await client.end().catch(() => {})
    }
  }
}

/** Finds or installs PostgreSQL and starts a server of its own in a temporary folder. */
export async function startPostgres(): Promise<PostgresServer> {
  const programs = requirePrograms()
  const folder = mkdtempSync(join(tmpdir(), 'breezeway-postgres-'))
  const user = unprivilegedUser()
  if (user) chownSync(folder, user.uid, user.gid)
  const data = join(folder, 'data')
  const options = { ...user, cwd: folder, stdio: 'ignore' as const, env: { LC_ALL: 'C.UTF-8' } }
  const initArguments = ['-D', data, '-U', 'breezeway', '-A', 'trust', '-E', 'UTF8', '--no-sync']
  execFileSync(join(programs, 'initdb'), initArguments, options)

  const port = await findFreePort()
  const urlOf = (database: string) => `postgres://breezeway@127.0.0.1:${port}/${database}`
  let server: ChildProcess | undefined

  async function start() {
    const settings = ['listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`]
    const flags = settings.flatMap((setting) => ['-c', setting])
    server = spawn(join(programs, 'postgres'), ['-D', data, '-p', String(port), ...flags], options)
    await waitUntilReady(urlOf('postgres'))
  }

  async function stopNow() {
    if (!server || server.exitCode !== null) return
    const exited = once(server, 'exit')
    // PostgreSQL's "immediate shutdown": no goodbye to clients, recovery at the next start.
    server.kill('SIGQUIT')
    await exited
  }

  async function execute(statement: string) {
    const client = new pg.Client({ connectionString: urlOf('postgres') })
    await client.connect()
    try {
      await client.query(statement)
    } finally {
      await client.end()
    }
  }

  async function remove() {
    await stopNow()
    rmSync(folder, { recursive: true, force: true })
  }

  await start()
  return { urlOf, execute, start, stopNow, remove }
}
