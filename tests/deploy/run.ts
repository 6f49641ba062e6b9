/**
 * `npm run faults -- deploys [WORDS]`: releases behind the proxy of `deploy/`, while fifty requests come
 * a second: pages, their files, leads, the inbox. Each process is stopped in turn, by SIGTERM and by
 * SIGKILL, and two processes are upgraded to another release, with a migration. Then the logs are searched for addresses that are secrets. Installs Caddy on Debian, as root.
 */

import { once } from 'node:events'
import { Agent, request } from 'node:https'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { api } from '#/contracts/endpoints/api.ts'
import { contactBody } from '#tests/support/factories.ts'
import { needPackages } from '#tests/support/machine/debian.ts'
import { freePort } from '#tests/support/machine/free-port.ts'
import { type Row, runRows } from '#tests/support/machine/rows.ts'
import type { Machine } from '#tests/support/machine/take-machine.ts'
import { waitUntil } from '#tests/support/machine/wait.ts'
import { type RunningProxy, startCaddy } from './caddy.ts'
import { findSecretsInLogs } from './logs.ts'
import { makeNextRelease } from './next-release.ts'
import { type Nodes, startNodes } from './nodes.ts'
import { askProxy, startTraffic } from './traffic.ts'

const rounds = 2
const replayMs = 30_000
/** How many requests are sent before the first node stops, between the two, and at the end. */
const around = 250

/** Throws unless every lead that was acknowledged is stored, and none twice. */
async function assertStoredOnce(nodes: Nodes, names: readonly string[]): Promise<void> {
  let wrong: string[] = []
  const isSo = async () => {
    const rows = await nodes.query<{ name: string; count: number }>(
      'select name, count(*)::int from leads group by name',
    )
    const counts = new Map(rows.map(({ name, count }) => [name, count]))
    const lost = names.filter((name) => !counts.has(name))
    wrong = [...lost, ...rows.filter(({ count }) => count > 1).map(({ name }) => name)]
    return wrong.length === 0
  }
  await waitUntil('every lead is stored once', isSo, replayMs).catch(() => {
    throw new Error(`lost or doubled: ${wrong.join(', ')}`)
  })
}

/** Does something while visitors come. Throws if one was turned away; returns what they did in words. */
async function amidTraffic(
  nodes: Nodes,
  proxy: RunningProxy,
  act: (waitForMore: () => Promise<void>) => Promise<void>,
  isKnown = (_failure: string) => false,
) {
  const traffic = startTraffic(proxy, nodes.cookie)
  await act(async () => {
    for (const enough = traffic.count() + around; traffic.count() < enough; ) await sleep(50)
  })
  const { leads, failures, scripts } = await traffic.stop()
  const kinds = [...Map.groupBy(failures, (kind) => kind)].map(
    ([kind, all]) => `${all.length} × ${kind}`,
  )
  const said = `${traffic.count()} requests, ${leads.length} leads; ${failures.length} turned away ${kinds.join('; ')}`
  if (failures.some((failure) => !isKnown(failure))) throw new Error(said)
  await assertStoredOnce(nodes, leads)
  return { said, scripts }
}

const liveMs = 2_000

/** Above what the product takes, and below what a proxy refuses itself. */
const tooLong = JSON.stringify(contactBody({ message: 'x'.repeat(1_500_000) }))

/** What a proxy does wrong with open inboxes and long bodies; empty if nothing. */
async function findFaults({ port, cert }: RunningProxy, cookie: string): Promise<string[]> {
  const agent = new Agent({ ca: cert, servername: 'localhost' })
  const headers = { host: `localhost:${port}`, cookie }
  const path = api.leadEvents.path
  const [inbox] = await once(
    request({ host: '127.0.0.1', port, path, agent, headers }).end(),
    'response',
  )

  const faults: string[] = []
  let heard = ''
  inbox.on('data', (chunk: Buffer) => {
    heard += chunk
  })
  // What many others have sent too is set aside as spam, and no inbox hears of it.
  const name = `Live Visitor ${port}`
  const submission = { name, message: `The fan hums: ${crypto.randomUUID()}` }
  await askProxy({
    agent,
    port,
    path: api.contact.path,
    body: JSON.stringify(contactBody(submission)),
  })
  const until = performance.now() + liveMs
  const hears = () => heard.includes('event: changed')
  while (!hears() && performance.now() < until) await sleep(50)
  if (!hears()) faults.push('an open inbox hears nothing of a lead')
  inbox.destroy()

  const refusal = await askProxy({ agent, port, path: api.contact.path, body: tooLong })
  if (!refusal.answer.includes('too_large')) faults.push('a long body is not refused in our words')
  agent.destroy()
  return faults
}

async function restarts(machine: Machine): Promise<string> {
  const nodes = await startNodes(machine, 3)
  const proxy = await startCaddy(nodes.folder, nodes.ports)
  machine.atEnd(proxy.stop)
  const faults = await findFaults(proxy, nodes.cookie)
  if (faults.length > 0) throw new Error(faults.join(', '))
  const texts: string[] = []
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    // Caddy cannot send the form to a second process when the first was killed: deploy/Caddyfile says so.
    const isKnown = (failure: string) => signal === 'SIGKILL' && failure.startsWith('lead')
    const restartAll = async () => {
      for (let round = 0; round < rounds; round += 1) {
        for (const index of nodes.ports.keys()) await nodes.restart(index, signal)
      }
    }
    const { said } = await amidTraffic(nodes, proxy, restartAll, isKnown)
    texts.push(`${signal}: ${said}`)
  }
  return texts.join('; ')
}

async function rollingUpgrade(machine: Machine): Promise<string> {
  const nodes = await startNodes(machine, 2)
  const next = makeNextRelease(join(nodes.folder, 'next-release'))
  // The third of the file is not there.
  const proxy = await startCaddy(nodes.folder, [...nodes.ports, await freePort()])
  machine.atEnd(proxy.stop)
  const { said, scripts } = await amidTraffic(nodes, proxy, async (waitForMore) => {
    await waitForMore()
    // As deploy/install does: the database is ready before a process of the next release starts.
    await nodes.migrate(next.folder)
    for (const index of nodes.ports.keys()) {
      await nodes.restart(index, 'SIGTERM', next.folder)
      await waitForMore()
    }
  })
  if (scripts.size !== 2) throw new Error(`not both releases were seen: ${said}`)
  const column = `table_name = 'leads' and column_name = 'next_release'`
  const columns = await nodes.query(`select from information_schema.columns where ${column}`)
  if (columns.length !== 1) throw new Error(`${next.migration} was not applied`)
  return said
}

const rows: Row[] = [
  { name: 'restarts under traffic', limitSeconds: 600, run: restarts },
  { name: 'the upgrade of two processes', limitSeconds: 600, run: rollingUpgrade },
  {
    name: 'secrets in the logs',
    limitSeconds: 600,
    run: (machine) => findSecretsInLogs(machine.folder(0o755)),
  },
]

needPackages({ caddy: '/usr/bin/caddy' })
await runRows(rows)
