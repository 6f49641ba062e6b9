import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { type Fault, faultsOf, upgrade, upgradeTo } from './faults.ts'
import { awaitPromotion, type Promotion } from './promotion.ts'
import type { ReadinessWatch } from './readiness-watch.ts'
import { waitUntil } from './wait-until.ts'
import type { WholeCluster } from './whole-cluster.ts'

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

/** A fault as the seed has it. */
type Planned = { name: string; place: number; lastsMs: number }

/** The faults of a seed, without an end: each is made before any is made a second time. */
export function* planFaults(seed: number, names: readonly string[]): Generator<Planned> {
  const round = fc.shuffledSubarray([...names], { minLength: names.length })
  const detail = fc.record({
    place: fc.nat({ max: 5 }),
    lastsMs: fc.integer({ min: 2_000, max: 8_000 }),
  })
  for (let number = 0; ; number += 1) {
    const own = { seed: seed + number, numRuns: names.length }
    const details = fc.sample(fc.noBias(detail), own)
    const [order = []] = fc.sample(fc.noBias(round), own)
    for (const [index, name] of order.entries()) {
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
