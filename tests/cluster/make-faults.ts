import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { ask } from '#tests/support/database/ask-database.ts'
import { waitUntil, within } from '#tests/support/machine/wait.ts'
import type { Readiness } from '#tests/support/server-process.ts'
import { draw, drawRounds } from '../history/schedule.ts'
import type { DatabaseCluster, DatabaseMachine } from './database-cluster.ts'
import { type Fault, faultsOf, upgrade, upgradeTo } from './faults.ts'
import { type ProductNode, readReadiness } from './product-node.ts'
import type { WholeCluster } from './whole-cluster.ts'

const everyMs = 300

/** What a node said in `/readyz` at a time of `Date.now`; undefined if it said nothing. */
export type Look = { at: number; node: string; words: string | undefined }

/** What is not as it should be, in the words of `/readyz`; an empty text if nothing. */
function wordsOf({ status, database, signals, journal, mail, leads }: Readiness): string {
  const parts = Object.entries({ database, signals, journal, mail })
    .filter(([, state]) => state !== 'ready')
    .map(([part, state]) => `${part} ${state}`)
  if (leads.waiting > 0) parts.push(`${leads.waiting} wait`)
  return parts.length > 0 || status === 'ready' ? parts.join(', ') : status
}

/** Looks at `/readyz` of each node again and again until `stop`. */
export function watchReadiness(nodes: readonly ProductNode[]) {
  const looks: Look[] = []
  let isOver = false
  async function watch(node: ProductNode) {
    for (; !isOver; await sleep(everyMs)) {
      const words = await readReadiness(node).then(wordsOf, () => undefined)
      looks.push({ at: Date.now(), node: node.name, words })
    }
  }
  const watching = nodes.map(watch)
  return {
    looks: looks as readonly Look[],
    /** When every node had said this, the first time since then; undefined if not all of them have. */
    whenAllSaid(pattern: RegExp, since: number): number | undefined {
      const first = nodes.map(
        ({ name }) =>
          looks.find(
            ({ at, node, words }) => at >= since && node === name && pattern.test(words ?? ''),
          )?.at ?? Number.POSITIVE_INFINITY,
      )
      const last = Math.max(...first)
      return Number.isFinite(last) ? last : undefined
    },
    /** True if every node says at the moment that all is well. */
    areAllSilent: () =>
      nodes.every(({ name }) => looks.findLast(({ node }) => node === name)?.words === ''),
    async stop() {
      isOver = true
      await Promise.all(watching)
    },
  }
}

export type ReadinessWatch = ReturnType<typeof watchReadiness>

/** In which both nodes must say in `/readyz` what is wrong. */
export const sayWithinMs = 10_000
/** So that what visitors met can be told apart. */
const betweenMs = 2_000
/** Then everything is back, if it ever will be. */
const recoveryLimitMs = 150_000

/** A fault that was made. Times are of `Date.now`. */
export type MadeFault = {
  name: string
  began: number
  /** When the mending began, and when both nodes said nothing of it any more. */
  mended: number
  silent: number
  /** When everything was back in its place. */
  recovered: number
  /** When both nodes had said why. */
  said?: number | undefined
  promotion?: Promotion
  /** Both nodes must say why. */
  mustSay: boolean
  losesOutcomes: boolean
}

/** A change of the primary: when another machine accepted writes, and the product stored there. */
type Promotion = { promotedAt: number; storedAt: number }

/** The newest lead of a machine that accepts writes; null if it does not. */
async function newestLead({ url }: DatabaseMachine): Promise<number | null> {
  const connection = { connectionString: url, query_timeout: 1_000 }
  const [row] = await within(
    2_000,
    ask<{ newest: number | null }>(
      connection,
      'select case when not pg_is_in_recovery() then (select coalesce(max(id), 0)::int from leads) end newest',
    ),
  )
  return row?.newest ?? null
}

/** Waits until another machine than the old primary accepts writes, and the product stores there. */
async function awaitPromotion(
  { machines }: DatabaseCluster,
  old: DatabaseMachine,
): Promise<Promotion> {
  const others = machines.filter(({ name }) => name !== old.name)
  let found: (number | null)[] = []
  const isPromoted = async () => {
    found = await Promise.all(others.map((each) => newestLead(each).catch(() => null)))
    return found.some((newest) => newest !== null)
  }
  await waitUntil(`another primary than ${old.name}`, isPromoted)
  const promotedAt = Date.now()
  const index = found.findIndex((newest) => newest !== null)
  const isStored = async () =>
    ((await newestLead(others[index] as DatabaseMachine)) ?? 0) > (found[index] ?? 0)
  await waitUntil('a lead on the new primary', isStored)
  return { promotedAt, storedAt: Date.now() }
}

/** A fault as the seed has it. */
type Planned = { name: string; place: number; lastsMs: number }

/** The faults of a seed, without an end: each is made before any is made a second time. */
function* planFaults(seed: number, names: readonly string[]): Generator<Planned> {
  const detail = fc.record({
    place: fc.nat({ max: 5 }),
    lastsMs: fc.integer({ min: 2_000, max: 8_000 }),
  })
  for (let round = seed; ; round += 1) {
    const details = draw(detail, round, names.length)
    for (const [index, name] of drawRounds(names, round, names.length).entries()) {
      const found = details[index]
      if (found) yield { name, ...found }
    }
  }
}

/** What faults are made of, and where they are told of. */
export type MakeOptions = {
  all: WholeCluster
  watch: ReadinessWatch
  seed: number
  /** Only the faults with these words in their names; all if none is given. */
  only?: string | undefined
  /** No fault begins later, by `Date.now`; the upgrade is made when half of the time has passed. */
  until: number
  /** The folder of the next release. */
  nextRelease: string
  print: (line: string) => void
}

async function makeOne(
  { all, watch }: MakeOptions,
  { name, lastsMs }: Planned,
  fault: Fault,
): Promise<MadeFault> {
  const { losesOutcomes = false } = fault
  const began = Date.now()
  const replaced = await fault.begin()
  const promotion = replaced && (await awaitPromotion(all.cluster, replaced))
  await sleep(Math.max(0, began + (fault.lastsMs ?? lastsMs) - Date.now()))
  const whenSaid = () => fault.says && watch.whenAllSaid(fault.says, began)
  // It goes on until both have said why, or should have.
  const isOverdue = () => Date.now() > began + sayWithinMs
  while (fault.says && !whenSaid() && !isOverdue()) await sleep(50)
  const mended = Date.now()
  await fault.mend()
  await waitUntil(`silence after: ${name}`, async () => watch.areAllSilent(), recoveryLimitMs)
  const silent = Date.now()
  const isWhole = () => all.cluster.isWhole()
  await waitUntil(`everything back after: ${name}`, isWhole, recoveryLimitMs)
  const times = { began, mended, silent, recovered: Date.now(), said: whenSaid() }
  const mustSay = fault.says !== undefined
  return { name, ...times, mustSay, losesOutcomes, ...(promotion && { promotion }) }
}

/** Makes one fault after the other, each when everything is back after the last. */
export async function makeFaults(options: MakeOptions): Promise<MadeFault[]> {
  const { all, seed, only = '', until, nextRelease, print } = options
  const made: MadeFault[] = []
  const half = Date.now() + (until - Date.now()) / 2
  let checkout: string | undefined
  async function make(planned: Planned, fault: Fault | undefined) {
    if (!fault) throw new Error(`there is no fault ${planned.name}`)
    const one = await makeOne(options, planned, fault)
    made.push(one)
    await sleep(betweenMs)
    print(`${planned.name}: back after ${Math.round((one.recovered - one.began) / 1000)} s`)
  }
  const names = Object.keys(faultsOf(all, 0)).filter((name) => name.includes(only))
  for (const planned of planFaults(seed, names)) {
    if (!checkout && Date.now() > half) {
      await make({ name: upgrade, place: 0, lastsMs: 0 }, upgradeTo(all, nextRelease))
      checkout = nextRelease
    }
    if (Date.now() > until) return made
    await make(planned, faultsOf(all, planned.place, checkout)[planned.name])
  }
  return made
}
