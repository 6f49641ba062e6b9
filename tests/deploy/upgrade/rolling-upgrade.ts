import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startInstalledCaddy } from '../proxies.ts'
import { makeNextRelease, type NextRelease } from './next-release.ts'
import { startTraffic } from './traffic.ts'
import { startTwoNodes, type TwoNodes } from './two-nodes.ts'

/** How many requests are answered before the first node stops, between the two, and at the end. */
const around = 250
const replayMs = 30_000

const printLine = (line: string) => process.stdout.write(`${line}\n`)

/** Waits until every acknowledged lead is stored once. Returns what is wrong when time is up. */
async function findWrongLeads(nodes: TwoNodes, names: readonly string[]) {
  const until = performance.now() + replayMs
  for (;;) {
    const rows = await nodes.query<{ name: string; count: number }>(
      'select name, count(*)::int from leads group by name',
    )
    const counts = new Map(rows.map(({ name, count }) => [name, count]))
    const lost = names.filter((name) => !counts.has(name))
    const doubled = rows.filter(({ count }) => count > 1)
    if (lost.length === 0 || performance.now() > until) {
      return { lost: lost.length, doubled: doubled.length }
    }
    await sleep(200)
  }
}

async function hasMigrated(nodes: TwoNodes, { migration }: NextRelease): Promise<boolean> {
  const [row] = await nodes.query<{ columns: number }>(
    "select count(*)::int columns from information_schema.columns where table_name = 'leads' and column_name = 'next_release'",
  )
  if (row?.columns !== 1) printLine(`rolling upgrade: ${migration} was not applied`)
  return row?.columns === 1
}

async function upgradeUnderTraffic(nodes: TwoNodes, next: NextRelease): Promise<boolean> {
  const proxy = await startInstalledCaddy(nodes.folder, nodes.ports)
  try {
    const traffic = startTraffic(proxy, nodes.cookie)
    const waitForMore = async () => {
      for (const enough = traffic.count() + around; traffic.count() < enough; ) await sleep(50)
    }
    await waitForMore()
    for (const index of nodes.ports.keys()) {
      await nodes.upgrade(index, next.folder)
      await waitForMore()
    }
    const all = await traffic.stop()
    const { lost, doubled } = await findWrongLeads(nodes, all.leads)
    const kinds = [...new Set(all.failures)].map(
      (kind) => `${all.failures.filter((failure) => failure === kind).length} × ${kind}`,
    )
    const rate = Math.round(all.asked / all.seconds)
    const releases = [...all.scripts.values()].map((pages) => `${pages}`).join(' and ')
    const waits = [...all.longestMs]
      .map(([kind, ms]) => `${Math.round(ms)} ms (${kind})`)
      .join(', ')
    printLine(
      `rolling upgrade of two nodes behind Caddy: ${all.asked} requests in ${Math.round(all.seconds)} s (${rate} a second): ${all.pages} pages (${releases} of the two releases), ${all.assets} of their files, ${all.leads.length} leads, ${all.inboxes} inboxes; ${all.failures.length} failed, ${lost} lost, ${doubled} doubled, longest wait ${waits}`,
    )
    for (const kind of kinds) printLine(`  ${kind}`)
    if (all.scripts.size !== 2) printLine('rolling upgrade: not both releases were seen')
    return all.failures.length + lost + doubled === 0 && all.scripts.size === 2
  } finally {
    await proxy.stop()
  }
}

/**
 * Upgrades two nodes one after the other behind Caddy, with a migration, while fifty requests a second
 * come. Returns true if none failed and every lead is stored once.
 */
export async function tryRollingUpgrade(): Promise<boolean> {
  const nodes = await startTwoNodes()
  try {
    const next = makeNextRelease(join(nodes.folder, 'next-release'))
    const isFine = await upgradeUnderTraffic(nodes, next)
    return (await hasMigrated(nodes, next)) && isFine
  } finally {
    await nodes.remove()
  }
}
