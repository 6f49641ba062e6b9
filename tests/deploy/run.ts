/**
 * `npm run deploys`: releases behind the proxies' files in `deploy/`, while visitors read pages and
 * send the form. Every process is stopped in turn, by SIGTERM and by SIGKILL, and the database of
 * one hangs in between. Then two nodes behind Caddy are upgraded to another release, with a migration,
 * and the logs of all are searched for addresses that are secrets. Prints what visitors got, and fails
 * if one was turned away, or a secret was found. Installs nginx and Caddy on Debian, as root. Arguments
 * choose parts: `nginx`, `caddy`, `upgrade`, `logs`; `nginx-defaults` shows what the settings are good
 * for.
 */
import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { installDebianPackages } from '#tests/support/debian.ts'
import { buildIfStale } from '../../scripts/build.ts'
import { tryLogs } from './logs.ts'
import { findFaults } from './manners.ts'
import { type Nodes, startNodes } from './nodes.ts'
import { startProxy } from './proxies.ts'
import { tryRollingUpgrade } from './upgrade/rolling-upgrade.ts'
import { startVisitors } from './visitors.ts'

const rounds = 2
const hangMs = 5_000
const replayMs = 30_000

const packages = { 'nginx-light': '/usr/sbin/nginx', caddy: '/usr/bin/caddy' }

const printLine = (line: string) => process.stdout.write(`${line}\n`)

/** Waits until every acknowledged lead is stored once. Returns those that are not, when time is up. */
async function findWrongLeads(nodes: Nodes, names: readonly string[]): Promise<string[]> {
  const until = performance.now() + replayMs
  for (;;) {
    const counts = await nodes.countLeads()
    const wrong = names.filter((name) => counts.get(name) !== 1)
    const doubled = [...counts].filter(([, count]) => count > 1).map(([name]) => name)
    if (wrong.length + doubled.length === 0 || performance.now() > until)
      return [...wrong, ...doubled]
    await sleep(200)
  }
}

async function restartAll(nodes: Nodes, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    for (const index of nodes.ports.keys()) await nodes.restart(index, signal)
  }
}

async function hangOne(nodes: Nodes): Promise<void> {
  nodes.hangDatabase()
  await sleep(hangMs)
  await nodes.mendDatabase()
}

/** The ways in which a release, or what goes wrong in one, takes processes away. */
const trials: Record<string, (nodes: Nodes) => Promise<void>> = {
  SIGTERM: (nodes) => restartAll(nodes, 'SIGTERM'),
  SIGKILL: (nodes) => restartAll(nodes, 'SIGKILL'),
  'hanging database': hangOne,
}

/** Caddy cannot send the form to a second process when the first was killed; `deploy/Caddyfile` says so. */
const isKnown = (name: string, trial: string, error: string) =>
  name === 'caddy' && trial === 'SIGKILL' && error.startsWith('POST')

/** Returns true if no visitor was turned away and every lead is stored once. */
async function tryProxy(name: string, nodes: Nodes): Promise<boolean> {
  const proxy = await startProxy(name, nodes.folder, nodes.ports)
  let isFine = true
  try {
    const faults = await findFaults(proxy, nodes.cookie)
    printLine(`${name}, open inboxes and long bodies: ${faults.join(', ') || 'as they should be'}`)
    isFine = faults.length === 0
    for (const [trial, take] of Object.entries(trials)) {
      const visitors = startVisitors(proxy, `${name} ${trial}`)
      await take(nodes)
      const { reads, acknowledged, errors, longestMs } = await visitors.stop()
      const wrong = await findWrongLeads(nodes, acknowledged)
      const kinds = [...new Set(errors)].map(
        (kind) => `${errors.filter((error) => error === kind).length} × ${kind}`,
      )
      printLine(
        `${name}, ${trial}: ${reads} pages, ${acknowledged.length} leads, ${errors.length} turned away, ${wrong.length} lost or doubled, longest ${Math.round(longestMs)} ms${kinds.length > 0 ? ` (${kinds.join('; ')})` : ''}`,
      )
      const counted = errors.filter((error) => !isKnown(name, trial, error))
      isFine &&= counted.length + wrong.length === 0
    }
  } finally {
    await proxy.stop()
  }
  return isFine
}

async function tryProxies(names: readonly string[]): Promise<boolean> {
  const nodes = await startNodes()
  try {
    let isFine = true
    for (const name of names) isFine = (await tryProxy(name, nodes)) && isFine
    return isFine
  } finally {
    await nodes.remove()
  }
}

async function main(): Promise<number> {
  const missing = Object.entries(packages).filter(([, file]) => !existsSync(file))
  if (missing.length > 0) installDebianPackages(...missing.map(([name]) => name))
  await buildIfStale()
  const chosen = process.argv.slice(2)
  const parts = chosen.length > 0 ? chosen : ['nginx', 'caddy', 'upgrade', 'logs']
  const names = parts.filter((part) => !['upgrade', 'logs'].includes(part))
  let isFine = names.length === 0 || (await tryProxies(names))
  if (parts.includes('upgrade')) isFine = (await tryRollingUpgrade()) && isFine
  if (parts.includes('logs')) isFine = (await tryLogs()) && isFine
  return isFine ? 0 : 1
}

process.exitCode = await main()
