import { appendFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pagePaths } from '#/contracts/site-routes.ts'
import { ask, embeddedIn } from '#tests/support/database/ask-database.ts'
import type { Machine } from '#tests/support/machine/take-machine.ts'
import { waitUntil } from '#tests/support/machine/wait.ts'
import { sendLead } from '#tests/support/send-lead.ts'
import { readReadiness, runUntilExit, type ServerProcess } from '#tests/support/server-process.ts'
import { makeDisk } from './disk.ts'
import { assertStored, sendTaken, start, stopCleanly } from './product.ts'

const diskMegabytes = 320
const fullForMs = 8_000
/** The product says so soon that the database stores nothing, and is well so soon after it is mended. */
const toldLimitMs = 15_000
const recoveryLimitMs = 30_000

/** The line in the product's log when PostgreSQL could not begin a new segment of its log. */
const logPanic = /"level":50.*"part":"postgres".*pg_wal.*No space left/

/** Fills the disk until it takes no more. */
function fill(ballast: string): void {
  for (const size of [1_000_000, 4_096, 1]) {
    try {
      for (const bytes = Buffer.alloc(size, 'x'); ; ) appendFileSync(ballast, bytes)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
    }
  }
}

/** Fills the disk again whenever space becomes free, and all segments of the log that PostgreSQL has. */
async function keepFull(dataDir: string, ballast: string): Promise<void> {
  const message = `select pg_logical_emit_message(false, '', repeat('x', 1000000))`
  const writeLog = `${message} from generate_series(1, 100)`
  for (let passed = 0; passed < fullForMs; passed += 500) {
    fill(ballast)
    const writing = (async () => ask(embeddedIn(dataDir), writeLog))()
    await Promise.all([writing.catch(() => {}), sleep(500)])
  }
}

/** Requests of visitors, by what each was told, and pages that were not shown. */
type Told = { taken: string[]; refused: string[]; wrong: string[] }

/** Begins to read pages and send requests. The result ends it, and returns what visitors were told. */
function beginVisits({ url }: ServerProcess): () => Promise<Told> {
  const told: Told = { taken: [], refused: [], wrong: [] }
  let isOver = false
  async function visit(visitor: number) {
    for (let count = 0; !isOver; count += 1) {
      const page = await fetch(url + pagePaths.home)
      if (page.status !== 200) told.wrong.push(`a page was answered ${page.status}`)
      await page.arrayBuffer()
      const name = `Visitor ${visitor}-${count}`
      const { status, words } = await sendLead(url, {
        name,
        email: `v${visitor}.${count}@a.example`,
      })
      if (status === 201) told.taken.push(name)
      else if (words.includes('wasn’t saved')) told.refused.push(name)
      else if (status !== 504) told.wrong.push(`a request was answered ${status}: ${words}`)
      await sleep(100)
    }
  }
  const visits = [1, 2, 3].map(visit)
  return async () => {
    isOver = true
    await Promise.all(visits)
    return told
  }
}

/** Throws if a visitor was told what is not so. Waits for what is in the journal. */
async function assertTrue(dataDir: string, { taken, refused, wrong }: Told): Promise<void> {
  if (wrong.length > 0) throw new Error(wrong.slice(0, 5).join('\n'))
  await assertStored(dataDir, taken)
  const rows = await ask<{ name: string }>(embeddedIn(dataDir), 'select name from leads')
  const names = rows.map(({ name }) => name)
  if (new Set(names).size < names.length) throw new Error('a request is stored twice')
  const saved = refused.filter((name) => names.includes(name))
  if (saved.length > 0) throw new Error(`told that it was not saved, and it is: ${saved[0]}`)
}

/** A site that starts on a full disk serves visitors, and stores what they send when there is space. */
async function startOnFullDisk(machine: Machine): Promise<void> {
  const disk = join(machine.folder(0o755), 'disk')
  await machine.mount(disk, '-t', 'tmpfs', '-o', 'size=160m', 'none')
  const [dataDir, ballast] = [join(disk, 'data'), join(disk, 'ballast')]
  const installation = { dataDir, env: { JOURNAL_RESERVE_MB: '16' } }
  const first = await start({ ...installation, withDatabase: true })
  await sendTaken(first, 'Before')
  await stopCleanly(first, dataDir)
  fill(ballast)
  const args = ['create', 'ana@site.example', 'admin']
  const program = { script: 'scripts/user.ts', args, typed: '' }
  const { stderr } = await runUntilExit({ DATA_DIR: dataDir }, program)
  if (!/^The embedded PostgreSQL didn’t start: .*No space left on device/m.test(stderr))
    throw new Error(`a command on a full disk said: ${stderr}`)
  const again = await start(installation)
  const name = await sendTaken(again, 'On A Full Disk')
  rmSync(ballast)
  await assertTrue(dataDir, { taken: [name], refused: [], wrong: [] })
  await stopCleanly(again, dataDir)
}

/** The disk fills up while visitors send requests, and is then emptied again, without a restart. */
export async function diskFull(machine: Machine): Promise<string> {
  const disk = await makeDisk(machine, diskMegabytes)
  const [dataDir, ballast] = [join(disk.path, 'data'), join(disk.path, 'ballast')]
  const server = await start({ dataDir, withDatabase: true })
  const endVisits = beginVisits(server)
  let slowestMs = 0
  for (let round = 0; round < 2; round += 1) {
    await keepFull(dataDir, ballast)
    const saysSo = async () => {
      const { status, database } = await readReadiness(server.url)
      return status !== 'ready' && database !== 'ready'
    }
    await waitUntil('/readyz says that the database stores nothing', saysSo, toldLimitMs)
    rmSync(ballast)
    const since = Date.now()
    const isBack = async () => (await readReadiness(server.url)).database === 'ready'
    await waitUntil('the database is back', isBack, recoveryLimitMs)
    slowestMs = Math.max(slowestMs, Date.now() - since)
  }
  const told = await endVisits()
  await assertTrue(dataDir, told)
  await stopCleanly(server, dataDir)
  if (!logPanic.test(server.stderr())) throw new Error('the log never ran out of space')
  await startOnFullDisk(machine)
  return `back at most ${slowestMs / 1000} s after there was room; ${told.taken.length} requests stored once, ${told.refused.length} refused`
}
