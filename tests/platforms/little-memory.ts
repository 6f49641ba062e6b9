import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import { Client } from 'pg'
import type { Backup, BackupStatus } from '#/contracts/backups.ts'
import { apiPaths, pagePaths } from '#/contracts/routes.ts'
import { fillInbox } from '../../bench/fill-leads.ts'
import { pathsIn } from '../../src/server/db/embedded/folders.ts'
import { postmasterOf } from '../postgres-server.ts'
import type { ServerProcess } from '../server-process.ts'
import { isAlive, type Machine, until } from './machine.ts'
import { makeMemoryGroup } from './memory-group.ts'
import { assertStored, sendTaken, start, stopCleanly } from './product.ts'

/** What the README asks for: a site with its own PostgreSQL. */
const leastMegabytes = Number(process.env.TRY_MB ?? 512)
const leads = 100_000
const backupLimitMs = 180_000

const owner = { email: 'owner@example.com', password: 'correct horse battery' }

async function fill(dataDir: string): Promise<void> {
  const client = new Client({
    host: realpathSync(pathsIn(dataDir).socket),
    user: 'breezeway',
    database: 'postgres',
  })
  await client.connect()
  await fillInbox(drizzle(client), leads)
  await client.end()
}

async function signIn(url: string): Promise<string> {
  const response = await fetch(url + apiPaths.signIn, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(owner),
  })
  return response.headers.getSetCookie()[0]?.split(';', 1)[0] ?? ''
}

/** Has a backup made as an admin does, while visitors load pages and send leads. */
async function backUp(server: ServerProcess, names: string[]): Promise<Backup> {
  const headers = { cookie: await signIn(server.url) }
  const asked = await fetch(server.url + apiPaths.backups, { method: 'POST', headers })
  if (asked.status !== 202) throw new Error(`a backup: ${asked.status} ${await asked.text()}`)
  let newest: Backup | undefined
  await until('the end of the backup', backupLimitMs, async () => {
    const page = await fetch(server.url + pagePaths.home)
    if (page.status !== 200) throw new Error(`a page was answered ${page.status}`)
    await page.arrayBuffer()
    names.push(await sendTaken(server, 'Beside a backup'))
    const answer = await fetch(server.url + apiPaths.backups, { headers })
    const { data } = (await answer.json()) as { data: BackupStatus }
    newest = data.backups[0]
    return newest !== undefined && newest.state !== 'running'
  })
  if (!newest) throw new Error('there is no backup')
  return newest
}

/** Fills a site without a limit, and starts it with so much memory. */
async function startWith(machine: Machine, dataDir: string, megabytes: number) {
  const group = makeMemoryGroup(machine, megabytes)
  const env = {
    ...{ ADMIN_EMAIL: owner.email, ADMIN_PASSWORD: owner.password },
    // As `npm start` has it.
    NODE_OPTIONS: '--max-semi-space-size=10',
  }
  const server = await start({ dataDir, env, prefix: group.prefix, withDatabase: true })
  return { server, group }
}

/** A site of 100,000 leads with the memory that the README asks for makes a backup while it serves. */
export async function leastMemory(machine: Machine): Promise<string> {
  const dataDir = join(machine.folder(), 'data')
  const filling = await start({ dataDir, withDatabase: true })
  await fill(dataDir)
  await stopCleanly(filling, dataDir)
  const { server, group } = await startWith(machine, dataDir, leastMegabytes)
  const postmaster = postmasterOf(dataDir)
  const names: string[] = []
  const { state, problem } = await backUp(server, names)
  const ended = group.countEnded()
  if (state !== 'done' || ended > 0)
    throw new Error(
      `${ended} processes were ended; the backup: ${state}, ${problem}\n${server.stderr()}`,
    )
  if (!isAlive(postmaster)) throw new Error('PostgreSQL was started again')
  await assertStored(dataDir, names)
  await stopCleanly(server, dataDir)
  return `a backup of ${leads} leads beside ${names.length} visitors with ${leastMegabytes} MB; no process was ended`
}
