import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { ask } from '#tests/support/database/ask-database.ts'
import { needPackages } from '#tests/support/machine/debian.ts'
import { freePort, isListening } from '#tests/support/machine/free-port.ts'
import { openNetwork } from '#tests/support/machine/network.ts'
import { familyOf, kill } from '#tests/support/machine/processes.ts'
import { waitUntil } from '#tests/support/machine/wait.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { type Setup, type SetupOptions, startProducts } from './setups.ts'

/** A program, and how it is killed with all that it has started. */
type Part = { end: () => Promise<void> }

function startPart(file: string, ...words: string[]): Part {
  const child = spawn(file, words, { stdio: 'ignore', cwd: '/' })
  const ended = once(child, 'exit')
  async function end() {
    if (child.exitCode === null && child.signalCode === null)
      for (const pid of familyOf(child.pid ?? 0)) kill(pid, 'SIGKILL')
    await ended
  }
  return { end }
}

/** The words that run a program of Debian's PostgreSQL, which does not run as root. */
function asPostgres(program: string): string[] {
  const [file = ''] = globSync(`/usr/lib/postgresql/*/bin/${program}`)
  return ['--reuid=postgres', '--regid=postgres', '--init-groups', '--', file]
}

const run = (program: string, ...words: string[]) =>
  promisify(execFile)('setpriv', [...asPostgres(program), ...words], { cwd: '/' })

const superuserAt = (port: number) => ({ host: '127.0.0.1', port, user: 'postgres' })

async function startServer(folder: string, port: number): Promise<Part> {
  const settings = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories=']
  const words = settings.flatMap((setting) => ['-c', setting])
  const server = startPart('setpriv', ...asPostgres('postgres'), '-D', folder, ...words)
  await waitUntil('PostgreSQL', async () => (await ask(superuserAt(port), 'select 1')).length > 0)
  return server
}

/** Starts a primary and its standby: a commit is on both before it is reported. */
async function startPair(folder: string, [one, two]: [number, number]) {
  const at = (name: string) => join(folder, name)
  const locale = ['--encoding=UTF8', '--locale=C']
  await run('initdb', '-D', at('one'), '-U', 'postgres', '-A', 'trust', ...locale)
  const primary = await startServer(at('one'), one)
  await ask(superuserAt(one), 'create role site login')
  await ask(superuserAt(one), 'create database site owner site')
  const link = await openNetwork(() => ({ port: one, host: '127.0.0.1' }))
  const from = ['-U', 'postgres', '-h', '127.0.0.1', '-p', `${link.port}`]
  await run('pg_basebackup', '-R', '-D', at('two'), ...from)
  const standby = await startServer(at('two'), two)
  await ask(superuserAt(one), "alter system set synchronous_standby_names = '*'")
  await ask(superuserAt(one), 'select pg_reload_conf()')
  const isSync = "select from pg_stat_replication where sync_state = 'sync'"
  await waitUntil('the standby', async () => (await ask(superuserAt(one), isSync)).length === 1)
  return { primary, standby, link }
}

/** HAProxy before both: the second server is asked when the first one is away, primary or not yet. */
const proxyText = (port: number, [one, two]: [number, number]) => `
defaults
    mode tcp
    timeout connect 2s
    timeout client 1h
    timeout server 1h
listen postgresql
    bind 127.0.0.1:${port}
    option pgsql-check user postgres
    timeout check 1s
    default-server check inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
    server one 127.0.0.1:${one}
    server two 127.0.0.1:${two} backup
`

/**
 * Starts two products on two servers of PostgreSQL behind HAProxy. The primary can be killed, once,
 * after the standby has lost it from sight; the standby only reads until it is promoted.
 */
export async function startFailover(options: SetupOptions): Promise<Setup> {
  needPackages({ postgresql: '/usr/bin/pg_lsclusters', haproxy: '/usr/sbin/haproxy' })
  const servers = temporaryFolder()
  await promisify(execFile)('chown', ['postgres', servers.path])
  const ports: [number, number] = [await freePort(), await freePort()]
  const { primary, standby, link } = await startPair(servers.path, ports)
  const port = await freePort()
  const configuration = join(options.folder, 'haproxy.cfg')
  writeFileSync(configuration, proxyText(port, ports))
  const proxy = startPart('/usr/sbin/haproxy', '-f', configuration)
  await waitUntil('HAProxy', () => isListening(port))
  const dataDirs = ['data-0', 'data-1'].map((name) => join(options.folder, name))
  for (const dataDir of dataDirs) mkdirSync(dataDir)
  const database = { DATABASE_URL: `postgres://site@127.0.0.1:${port}/site` }
  const envs = dataDirs.map((dataDir) => ({ ...options.env, ...database, DATA_DIR: dataDir }))
  const products = await startProducts(envs, options)
  return {
    urls: products.urls,
    dataDirs,
    faults: {
      'primary killed': {
        victim: 'database',
        async make({ lastsMs }) {
          await sleep(lastsMs)
          link.breakOff()
          await sleep(lastsMs)
          await primary.end()
          await sleep(lastsMs)
          await ask(superuserAt(ports[1]), 'select pg_promote()')
        },
      },
    },
    query: (statement) => ask({ ...superuserAt(ports[1]), database: 'site' }, statement),
    async remove() {
      await products.remove()
      for (const part of [proxy, standby, primary]) await part.end()
      await link.close()
      servers.remove()
    },
  }
}
