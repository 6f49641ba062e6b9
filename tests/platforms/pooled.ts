import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ask } from '#tests/support/database/ask-database.ts'
import { startPooler } from '#tests/support/database/pooler.ts'
import { familyOf, kill } from '#tests/support/machine/processes.ts'
import type { Machine } from '#tests/support/machine/take-machine.ts'
import {
  asSuperuser,
  type PostgresServer,
  postmasterOf,
  startPostgres,
} from '#tests/support/postgres-server.ts'
import { type ServerProcess, untilReady } from '#tests/support/server-process.ts'
import { assertRefuses, sendTaken, start } from './product.ts'

const rounds = 3
const backLimitMs = 60_000

const query = <Row>(server: PostgresServer, statement: string) =>
  ask<Row>({ connectionString: asSuperuser(server.urlOf('postgres')) }, statement)

/** Stops the process that writes the log of a server for connections that do not wait for it. */
function stopWriter(server: PostgresServer): void {
  const isWriter = (pid: number) =>
    readFileSync(`/proc/${pid}/cmdline`, 'utf8').startsWith('postgres: walwriter')
  const writer = familyOf(postmasterOf(server.dataDir)).find(isWriter)
  if (writer === undefined || !kill(writer, 'SIGSTOP')) throw new Error('no walwriter')
}

/** Kills all of a PostgreSQL at once: what is not on its disk is lost. */
async function killServer(server: PostgresServer): Promise<void> {
  for (const pid of familyOf(postmasterOf(server.dataDir))) kill(pid, 'SIGKILL')
  await sleep(200)
  await server.start()
}

/** A server that says that something is stored before it is. Throws if it loses nothing. */
async function startCareless(machine: Machine): Promise<PostgresServer> {
  const server = await startPostgres()
  machine.atEnd(server.remove)
  await query(server, 'create table careless ()')
  // Of the database: what the server is started with counts for more than what it is set to.
  await query(server, 'alter database postgres set synchronous_commit = off')
  stopWriter(server)
  await query(server, 'insert into careless default values')
  await killServer(server)
  const kept = await query(server, 'select from careless')
  if (kept.length > 0) throw new Error('this server loses nothing, so the row proves nothing')
  return server
}

/** Sends requests and kills the server after each. Throws if one that was taken is lost. */
async function killAfterEach(server: PostgresServer, product: ServerProcess): Promise<void> {
  const names: string[] = []
  for (let round = 0; round < rounds; round += 1) {
    await untilReady(product.url, backLimitMs)
    stopWriter(server)
    names.push(await sendTaken(product, `Round ${round}`))
    await killServer(server)
  }
  await untilReady(product.url, backLimitMs)
  const rows = await query<{ name: string }>(server, 'select name from leads')
  const gone = names.filter((name) => !rows.some((row) => row.name === name))
  if (gone.length > 0) throw new Error(`${gone.length} of ${names.length} requests are lost`)
}

/** The site is behind pgbouncer, before a PostgreSQL that does not wait for its disk. */
export async function pooled(machine: Machine): Promise<string> {
  const server = await startCareless(machine)
  const folder = machine.folder()
  const texts: string[] = []
  const installationBehind = async (...settings: string[]) => {
    const pooler = await startPooler(server.urlOf('postgres'), ...settings)
    machine.atEnd(pooler.stop)
    const dataDir = join(folder, `data ${texts.length}`)
    return { dataDir, env: { DATABASE_URL: pooler.url, BACKUP_SCHEDULE: 'off' } }
  }
  const drops = 'ignore_startup_parameters = options,statement_timeout'
  for (const [what, settings] of [
    ['as it comes', []],
    ['that drops settings', ['pool_mode = session', drops]],
  ] as const) {
    const product = await start({ ...(await installationBehind(...settings)), withDatabase: true })
    await killAfterEach(server, product)
    const code = await product.end('SIGTERM')
    if (code !== 0) throw new Error(`the stop ended with ${code}: ${product.stderr()}`)
    texts.push(`pgbouncer ${what}: none of ${rounds} requests lost in ${rounds} crashes`)
  }
  for (const settings of [[], ['server_reset_query_always = 1']]) {
    const shared = await installationBehind('pool_mode = transaction', ...settings)
    texts.push(`one that shares sessions: ${await assertRefuses(shared)}`)
  }
  return texts.join('; ')
}
