/**
 * `npm run bench -- footprint`: what the product takes of a machine: time and processor time from its
 * start to the first page, processor time while nothing happens and for a lead, memory before and after a
 * load, and the disk for what is installed once it is built.
 */
import { execFileSync } from 'node:child_process'
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pagePaths } from '#/contracts/site-routes.ts'
import { openMailbox } from '#tests/support/machine/mailbox.ts'
import { waitUntil } from '#tests/support/machine/wait.ts'
import { ownerEnv, signInOwner } from '#tests/support/owner.ts'
import { postmasterOf } from '#tests/support/postgres-server.ts'
import { sendLead } from '#tests/support/send-lead.ts'
import { type Bench, bench, median } from './support/harness.ts'
import { memoryMb, threadMicroseconds } from './support/processes.ts'

const starts = 5
const idleSeconds = 20
const afterLoadSeconds = 10
const leads = 500
const pages = [pagePaths.home, pagePaths.services, pagePaths.about, pagePaths.contact]
const limits = {
  newSeconds: 4,
  existingSeconds: 2,
  startProcessorSeconds: 0.8,
  idleMsPerSecond: 1,
  leadMs: 10,
  mailedLeadMs: 20,
  idleMb: 200,
  loadedMb: 220,
  diskMb: 300,
}

/** Starts the product as `npm start` does, and waits for its first page; milliseconds. */
async function start({ startProduct }: Bench, DATA_DIR: string, env: Record<string, string> = {}) {
  const began = performance.now()
  // No compiled code from an earlier start, unless the product keeps it itself.
  const server = await startProduct({ DATA_DIR, NODE_COMPILE_CACHE: '', ...env })
  const html = await (await fetch(server.url + pagePaths.home)).text()
  if (!html.trimEnd().endsWith('</html>')) throw new Error(`the first page: ${html}`)
  return {
    server,
    tookMs: performance.now() - began,
    processor: threadMicroseconds([server.pid]) / 1000,
  }
}

async function measureStarts(tools: Bench): Promise<void> {
  const found = { withNew: [] as number[], withExisting: [] as number[], processor: [] as number[] }
  for (let round = 0; round < starts; round += 1) {
    const dataDir = tools.folder()
    const first = await start(tools, dataDir)
    found.withNew.push(first.tookMs)
    await first.server.end('SIGTERM')
    const second = await start(tools, dataDir)
    found.withExisting.push(second.tookMs)
    found.processor.push(second.processor)
    await second.server.end('SIGTERM')
  }
  const check = (what: string, times: number[], most: number) => {
    const seconds = median(times) / 1000
    tools.check(`${what}: ${seconds.toFixed(2)} s (at most ${most})`, seconds <= most)
  }
  check('first page with a new database', found.withNew, limits.newSeconds)
  check('first page with an existing database', found.withExisting, limits.existingSeconds)
  check('processor time until then', found.processor, limits.startProcessorSeconds)
}

/** Does something N times, eight at once. */
async function repeat(count: number, act: (place: number) => Promise<unknown>): Promise<void> {
  let next = 0
  async function work() {
    for (let place = next++; place < count; place = next++) await act(place)
  }
  await Promise.all(Array.from({ length: 8 }, work))
}

async function measureRunning(tools: Bench): Promise<void> {
  const dataDir = tools.folder()
  const mailbox = await openMailbox()
  tools.atEnd(mailbox.close)
  const env = { ...ownerEnv, SMTP_URL: mailbox.url }
  const first = await start(tools, dataDir, env)
  await first.server.end('SIGTERM')
  const { server } = await start(tools, dataDir, env)
  const roots = [server.pid, postmasterOf(dataDir)]
  const readMemory = (when: string, most: number) => {
    const [all, postgres] = [memoryMb(roots), memoryMb([postmasterOf(dataDir)])]
    const parts = `product ${(all - postgres).toFixed(0)}, PostgreSQL ${postgres.toFixed(0)}`
    tools.check(`memory ${when}: ${all.toFixed(0)} MB, ${parts} (at most ${most})`, all <= most)
  }
  await sleep(5_000)
  const before = threadMicroseconds([server.pid])
  await sleep(idleSeconds * 1000)
  const idle = (threadMicroseconds([server.pid]) - before) / 1000 / idleSeconds
  const most = limits.idleMsPerSecond
  tools.check(`idle: ${idle.toFixed(2)} ms of a second (at most ${most})`, idle <= most)
  readMemory('idle', limits.idleMb)
  await repeat(10_000, async (place) => {
    const page = await fetch(server.url + (pages[place % pages.length] ?? ''))
    if (page.status !== 200) throw new Error(`a page was answered ${page.status}`)
    await page.arrayBuffer()
  })
  const measureLeads = async (kind: string, most: number, isOver: () => boolean) => {
    const before = threadMicroseconds(roots)
    await repeat(leads, async (place) => {
      const name = `Visitor ${most}-${place}`
      const email = `v${most}.${place}@a.example`
      const phone = `386 55${most / 10} ${1000 + place}`
      const { status } = await sendLead(server.url, { name, email, phone })
      if (status !== 201) throw new Error(`a lead was answered ${status}`)
    })
    await waitUntil('the mails', isOver)
    const ms = (threadMicroseconds(roots) - before) / 1000 / leads
    tools.check(`${kind}: ${ms.toFixed(1)} ms of processor time (at most ${most})`, ms <= most)
  }
  await measureLeads('a lead', limits.leadMs, () => true)
  await (await signInOwner(server.url)).addRecipient('told@example.com')
  const areMailed = () => mailbox.arrived().length >= leads
  await measureLeads('a lead with its mail', limits.mailedLeadMs, areMailed)
  await sleep(afterLoadSeconds * 1000)
  readMemory('after 10,000 pages and 1,000 leads', limits.loadedMb)
}

/** The packages that stay on a machine once it is built, as `deploy/install` leaves them. */
function measureDisk({ folder, check }: Bench): void {
  const cwd = folder()
  for (const name of ['package.json', 'package-lock.json']) copyFileSync(name, join(cwd, name))
  const stdio = ['ignore', 'ignore', 'inherit'] as const
  execFileSync('npm', ['ci', '--omit=dev', '--prefer-offline', '--no-audit', '--no-fund'], {
    cwd,
    stdio: [...stdio],
  })
  const kibibytes = Number.parseInt(
    execFileSync('du', ['-sk', cwd], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }),
    10,
  )
  const megabytes = (kibibytes * 1024) / 1e6
  const what = `packages on the disk: ${megabytes.toFixed(0)} MB (at most ${limits.diskMb})`
  check(what, megabytes <= limits.diskMb)
}

await bench(async (tools) => {
  await measureStarts(tools)
  await measureRunning(tools)
  measureDisk(tools)
})
