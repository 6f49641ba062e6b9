import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { together } from '#tests/support/machine/network.ts'
import { waitFor, waitUntil } from '#tests/support/machine/wait.ts'
import type { DatabaseMachine, Role } from './database-cluster.ts'
import type { ProductNode } from './product-node.ts'
import { waitUntilReady } from './product-node.ts'
import type { WholeCluster } from './whole-cluster.ts'

/** What can happen to the cluster. */
export type Fault = {
  /** Breaks something. Returns the machine that was the primary, if another one must take its place. */
  begin: () => Promise<DatabaseMachine | undefined>
  mend: () => Promise<unknown>
  /** What both nodes must say of it in `/readyz`. Nothing, if requests are stored all the same. */
  says?: RegExp
  /** How long it goes on at least, where the seed does not say. */
  lastsMs?: number
  /** A mail may be on its way meanwhile of which nobody will know whether it arrived. */
  losesOutcomes?: boolean
}

/** Longer than the ten seconds in which the nodes must say why. */
const cutMs = 12_000

/** A process cannot hide that nothing listens; systemd starts HAProxy again that soon. */
const restartMs = 1_000

/** PostgreSQL deletes old files of its log meanwhile, so the disk is filled again and again. */
const keepFull = `
  fallocate -l "$(df --output=avail -B1 "$0/.." | tail -1)" "$0"
  while :; do dd if=/dev/zero bs=64k oflag=append conv=notrunc of="$0"; sleep 0.1; done`

const databaseIsAway = /database|signals/

/** Breaks something of which no machine takes another's place. */
const breaking = (breakIt: () => unknown) => async () => {
  await breakIt()
  return undefined
}

function databaseFaults({ cluster, poolers, nodes, restore }: WholeCluster): Record<string, Fault> {
  /** What the fault that is under way has broken. */
  let broken: DatabaseMachine | undefined
  let cutting: Promise<unknown> | undefined
  /** Patroni tells late that a standby has gone, and only then that it is back. */
  const take = async (role: Role) => {
    const roles = await waitFor('a machine for every role', cluster.roles)
    broken = roles[role]
    return broken
  }
  let filling: ChildProcess | undefined
  const ballast = () => join(broken?.folder ?? '', '..', 'ballast')
  const kill = async (role: Role) => {
    const machine = await take(role)
    await machine.patroni.kill()
    return machine
  }
  const pause = async (role: Role) => {
    const machine = await take(role)
    machine.patroni.pause()
    return machine
  }
  /** It stands still, and wakes at the worst moment: when another one has just taken its place. */
  let waking: Promise<void> | undefined
  const pausePrimary = async () => {
    const machine = await pause('primary')
    const isReplaced = async () =>
      ((await cluster.primary())?.name ?? machine.name) !== machine.name
    waking = waitUntil('another primary', isReplaced).then(machine.patroni.restore)
    waking.catch(() => {})
    return machine
  }
  const poolerOf = async (role: Role) => poolers[(await take(role)).name]
  const killPooler = (role: Role) => breaking(async () => (await poolerOf(role))?.kill())
  const mend = restore
  return {
    'primary killed': { begin: () => kill('primary'), mend, says: databaseIsAway },
    'primary paused': {
      begin: pausePrimary,
      async mend() {
        await waking
        await restore()
      },
      says: databaseIsAway,
    },
    "primary's disk full": {
      begin: breaking(async () => {
        await take('primary')
        filling = spawn('sh', ['-c', keepFull, ballast()], { stdio: 'ignore', detached: true })
      }),
      async mend() {
        // With what it has started.
        if (filling?.pid) process.kill(-filling.pid, 'SIGKILL')
        await (filling && once(filling, 'exit'))
        rmSync(ballast(), { force: true })
        await restore()
      },
      says: databaseIsAway,
    },
    'nodes cut from primary': {
      begin: breaking(async () => {
        const { name } = await take('primary')
        const networks = nodes.flatMap(({ toPooler }) => toPooler[name] ?? [])
        cutting = together(networks).cut(cutMs)
      }),
      mend: async () => cutting,
      lastsMs: cutMs,
      says: databaseIsAway,
    },
    'sync standby killed': { begin: breaking(() => kill('sync')), mend },
    'sync standby paused': { begin: breaking(() => pause('sync')), mend },
    'async standby killed': { begin: breaking(() => kill('async')), mend },
    'async standby paused': { begin: breaking(() => pause('async')), mend },
    "primary's pgbouncer killed": { begin: killPooler('primary'), mend, says: databaseIsAway },
    "primary's pgbouncer paused": {
      begin: breaking(async () => (await poolerOf('primary'))?.pause()),
      mend,
      says: databaseIsAway,
    },
    "standby's pgbouncer killed": { begin: killPooler('sync'), mend },
    switchover: {
      async begin() {
        const primary = await take('primary')
        await cluster.switchover()
        return primary
      },
      mend,
    },
  }
}

function etcdFaults(
  { cluster, restore: mend }: WholeCluster,
  place: number,
): Record<string, Fault> {
  const etcd = cluster.machines[place % cluster.machines.length]?.etcd
  const killAll = () => Promise.all(cluster.machines.map((machine) => machine.etcd.kill()))
  return {
    'one etcd killed': { begin: breaking(() => etcd?.kill()), mend },
    'one etcd paused': { begin: breaking(() => etcd?.pause()), mend },
    'all etcd killed': { begin: breaking(killAll), mend },
  }
}

function nodeFaults({ nodes }: WholeCluster, place: number, checkout?: string) {
  const node = nodes[place % nodes.length] as ProductNode
  let cutting: Promise<unknown> | undefined
  const faults: Record<string, Fault> = {
    'a node killed': {
      begin: breaking(() => node.end('SIGKILL')),
      mend: () => node.start(checkout),
      losesOutcomes: true,
    },
    'a node paused': {
      begin: breaking(() => process.kill(node.pid(), 'SIGSTOP')),
      mend: async () => process.kill(node.pid(), 'SIGCONT'),
    },
    'HAProxy cut from a node': {
      begin: breaking(() => {
        cutting = node.network.cut(cutMs)
      }),
      mend: async () => cutting,
      lastsMs: cutMs,
    },
  }
  return faults
}

function frontFaults({ balancer, mailbox }: WholeCluster): Record<string, Fault> {
  const mend = balancer.restore
  return {
    'HAProxy reloaded': { begin: breaking(() => balancer.signal('SIGUSR2')), mend },
    'HAProxy killed': { begin: breaking(balancer.kill), mend, lastsMs: restartMs },
    'HAProxy paused': { begin: breaking(balancer.pause), mend },
    'mail server gone': {
      begin: breaking(mailbox.goAway),
      mend: mailbox.comeBack,
      says: /mail/,
      losesOutcomes: true,
    },
  }
}

/** The name of the fault that is none: it is made once, amid the others. */
export const upgrade = 'rolling upgrade'

/**
 * The database is upgraded first, as `deploy/install` does it; then each node, one after the other, is
 * stopped in good order, and started from another checkout.
 */
export function upgradeTo({ nodes }: WholeCluster, checkout: string): Fault {
  return {
    begin: breaking(async () => {
      await nodes.at(-1)?.migrate(checkout)
      for (const node of [...nodes].reverse()) {
        await node.end('SIGTERM')
        await node.start(checkout)
        await waitUntilReady(node)
        await sleep(restartMs)
      }
    }),
    mend: async () => {},
  }
}

/** All that can happen, by names for the report. `place` chooses one of several alike parts. */
export function faultsOf(
  all: WholeCluster,
  place: number,
  checkout?: string,
): Record<string, Fault> {
  return {
    ...databaseFaults(all),
    ...etcdFaults(all, place),
    ...nodeFaults(all, place, checkout),
    ...frontFaults(all),
  }
}
