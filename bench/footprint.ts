/**
 * `npm run bench:footprint`: how long a start takes until the first page, and how much memory the
 * whole product uses. `--against FOLDER` also measures another checkout in the same run; the limits
 * are for this checkout only.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { apiPaths, pagePaths } from '#/contracts/routes.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { createLimits, median, printLine } from './limits.ts'
import { leadBody } from './post-load.ts'
import {
  atExit,
  memoryMb,
  type Program,
  programOf,
  signal,
  startArguments,
  startProgram,
  waitUntil,
} from './processes.ts'

const starts = 5
const pollMs = 5

const idleSeconds = 5
const restSeconds = 30
const afterLoadSeconds = 10
const pageRequests = 10_000
const leadRequests = 1_000
const clients = 8

/** The limits for the time until the first page, with a new and an existing database. */
const maxSeconds = { withNew: 4, withExisting: 2 }
/** The limit for the processor time of a start with an existing database. Linux counts in steps of 10 ms. */
const maxStartSeconds = 1
/** The limit for the whole product, in millions of bytes. Shared memory is counted once. */
const maxMemoryMb = 250

const { home, services, about, contact } = pagePaths

/** A checkout of the product with its dependencies. */
type Checkout = { name: string; folder: string }

const nodeOf = ({ folder }: Checkout) => join(folder, 'node_modules/.bin/node')

/**
 * The process id of a data folder's PostgreSQL while it runs. It may not be a child of the product.
 */
function postmasterOf(dataDir: string): number | undefined {
  try {
    const file = readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8')
    const pid = Number.parseInt(file, 10)
    return programOf(pid) === 'postgres' ? pid : undefined
  } catch {
    return undefined
  }
}

function signalPostmaster(dataDir: string, name: NodeJS.Signals): void {
  const pid = postmasterOf(dataDir)
  if (pid) signal(pid, name)
}

/** Millions of bytes: of the product, and of its PostgreSQL if that is a separate program. */
type Memory = { product: number; postgres: number }

function readMemory(pid: number, dataDir: string): Memory {
  const postmaster = postmasterOf(dataDir)
  if (!postmaster) return { product: memoryMb([pid]), postgres: 0 }
  const postgres = memoryMb([postmaster])
  // PostgreSQL may have been started as a child.
  return { product: memoryMb([pid, postmaster]) - postgres, postgres }
}

/** Seconds of processor time that a process has used, PostgreSQL not counted. */
function processorSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const [user, system] = stat.slice(stat.lastIndexOf(')')).split(' ').slice(12, 14)
  return (Number(user) + Number(system)) / 100
}

/** A running product. */
type Running = {
  url: string
  /** From the start of the process until the first page was received completely. */
  firstPageMs: number
  processorSeconds: () => number
  readMemory: () => Memory
  stop: () => Promise<void>
}

async function untilFirstPage(url: string): Promise<void> {
  for (const deadline = performance.now() + 60_000; ; await sleep(pollMs)) {
    const response = await fetch(url + home).catch(() => undefined)
    const text = await response?.text().catch(() => undefined)
    if (response?.status === 200 && text?.trimEnd().endsWith('</html>')) return
    if (performance.now() > deadline) throw new Error('the first page did not come in time')
  }
}

/**
 * Waits until PostgreSQL has ended. If it outlives the product for 2 s, it is sent signals to stop.
 */
async function endPostgres(dataDir: string): Promise<void> {
  const isStopped = () => postmasterOf(dataDir) === undefined
  for (const [timeoutMs, next] of [
    [2_000, 'SIGINT'],
    [10_000, 'SIGQUIT'],
  ] as const) {
    if (await waitUntil(isStopped, timeoutMs)) return
    signalPostmaster(dataDir, next)
  }
  if (!(await waitUntil(isStopped, 10_000))) throw new Error('PostgreSQL does not stop')
}

/** Starts the product of a checkout in the same way as `npm start` does. */
async function start(checkout: Checkout, dataDir: string): Promise<Running> {
  const cancelExit = atExit(() => signalPostmaster(dataDir, 'SIGQUIT'))
  let program: Program | undefined
  async function stop() {
    await program?.end()
    await endPostgres(dataDir)
    cancelExit()
  }
  try {
    program = await startProgram({
      node: nodeOf(checkout),
      cwd: checkout.folder,
      args: startArguments(checkout.folder),
      env: {
        DATA_DIR: dataDir,
        CONTACT_LIMIT_PER_MINUTE: '1000000',
        CONTACT_LIMIT_PER_HOUR: '1000000',
      },
    })
    await untilFirstPage(program.url)
  } catch (error) {
    await stop()
    throw error
  }
  const { pid, url, spawnedAt } = program
  const firstPageMs = performance.now() - spawnedAt
  return {
    ...{ url, firstPageMs, stop },
    processorSeconds: () => processorSeconds(pid),
    readMemory: () => readMemory(pid, dataDir),
  }
}

/** Sends requests from several clients at once. Throws if an answer has another status. */
async function send(count: number, status: number, request: (number: number) => Promise<Response>) {
  let next = 0
  async function sendOneAfterTheOther() {
    while (next < count) {
      const response = await request(next++)
      await response.arrayBuffer()
      if (response.status !== status) throw new Error(`${response.url}: ${response.status}`)
    }
  }
  await Promise.all(Array.from({ length: clients }, sendOneAfterTheOther))
}

async function sendLoad(url: string): Promise<void> {
  const pages = [home, services, about, contact]
  await send(pageRequests, 200, (number) => fetch(url + pages[number % pages.length]))
  await send(leadRequests, 201, (number) =>
    fetch(url + apiPaths.contact, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(leadBody(number)),
    }),
  )
}

/** Milliseconds until the first page, at the first start with a database and at the second. */
type StartTimes = { withNew: number; withExisting: number }

async function measureStarts(checkout: Checkout): Promise<StartTimes> {
  const folder = temporaryFolder()
  const measure = async () => {
    const running = await start(checkout, folder.path)
    await running.stop()
    return running.firstPageMs
  }
  try {
    return { withNew: await measure(), withExisting: await measure() }
  } finally {
    folder.remove()
  }
}

/**
 * The processor time of a start with an existing database and of the rest after it, and the memory then
 * and some seconds after a load.
 */
async function measureMemory(checkout: Checkout) {
  const folder = temporaryFolder()
  try {
    await (await start(checkout, folder.path)).stop()
    const running = await start(checkout, folder.path)
    try {
      const ofStart = running.processorSeconds()
      await sleep(idleSeconds * 1000)
      const idle = running.readMemory()
      const resting = running.processorSeconds()
      await sleep(restSeconds * 1000)
      const msPerSecond = ((running.processorSeconds() - resting) * 1000) / restSeconds
      await sendLoad(running.url)
      await sleep(afterLoadSeconds * 1000)
      return { ofStart, msPerSecond, idle, afterLoad: running.readMemory() }
    } finally {
      await running.stop()
    }
  } finally {
    folder.remove()
  }
}

const { values } = parseArgs({ options: { against: { type: 'string' } } })
const here: Checkout = {
  name: 'this checkout',
  folder: fileURLToPath(new URL('..', import.meta.url)),
}
const other = values.against && { name: values.against, folder: resolve(values.against) }
const checkouts: Checkout[] = other ? [other, here] : [here]
for (const checkout of checkouts) {
  execFileSync(nodeOf(checkout), ['scripts/build.ts'], { cwd: checkout.folder })
}

const times = new Map<Checkout, StartTimes[]>()
for (let round = 0; round < starts; round += 1) {
  for (const checkout of checkouts) {
    times.set(checkout, [...(times.get(checkout) ?? []), await measureStarts(checkout)])
  }
}
const limits = createLimits()
for (const checkout of checkouts) {
  const check = (what: string, most: string, isHeld: boolean) =>
    checkout === here ? limits.check(`${what} (at most ${most})`, isHeld) : printLine(`  ${what}`)
  const { idle, afterLoad, ofStart, msPerSecond } = await measureMemory(checkout)
  const taken = times.get(checkout) ?? []
  printLine(`\n${checkout.name}`)
  for (const [kind, all, most] of [
    ['a new', taken.map(({ withNew }) => withNew), maxSeconds.withNew],
    ['an existing', taken.map(({ withExisting }) => withExisting), maxSeconds.withExisting],
  ] as const) {
    const seconds = median(all) / 1000
    const what = `first page with ${kind} database after ${seconds.toFixed(2)} s`
    check(what, `${most} s`, seconds <= most)
  }
  const ofBoth = `${ofStart.toFixed(2)} s for a start, ${msPerSecond.toFixed(1)} ms a second at rest`
  check(`processor time ${ofBoth}`, `${maxStartSeconds} s`, ofStart <= maxStartSeconds)
  for (const [when, { product, postgres }] of [
    ['idle', idle],
    ['after the load', afterLoad],
  ] as const) {
    const all = product + postgres
    const parts = `product ${product.toFixed(0)}, PostgreSQL ${postgres.toFixed(0)}`
    const what = `memory ${when} ${all.toFixed(0)} MB: ${parts}`
    check(what, `${maxMemoryMb} MB`, all <= maxMemoryMb)
  }
}
process.exit(limits.conclude())
