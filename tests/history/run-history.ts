import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ownerEnv, signInOwner } from '#tests/support/owner.ts'
import { paceAt } from '../../src/server/notifications/deliveries/pace.ts'
import { findProblems, type Outcome } from './check.ts'
import { type FaultFigures, readFigures } from './figures.ts'
import { beginHistory, type History } from './history.ts'
import { openMailbox } from './mailbox.ts'
import { makeSchedule, type PlannedFault, type Schedule } from './schedule.ts'
import type { Setup, StartSetup } from './setup.ts'
import { countPending, readLeads } from './tables.ts'
import { createVisitor } from './visitors.ts'

/** What decides a run. The same numbers make the same schedule. */
export type RunOptions = {
  seed: number
  leads: number
  faults: number
  /** How many visitors send at once. */
  senders: number
  /** How long each of them waits before they are the next one. */
  restMs?: number
  start: StartSetup
  /** An empty folder. The schedule, the history, the figures and the logs stay in it. */
  folder: string
  usesMachine: boolean
  /**
   * How long a product serves on that is replaced: each visitor's connection is new, and what was sent
   * on it is answered within that time.
   */
  drainSeconds?: number
  /** A copy of the product to run instead of this checkout. */
  checkout?: string | undefined
}

/** What a run has shown. */
export type RunResult = { problems: string[]; figures: FaultFigures[] }

const timeScale = 0.01
const { leaseMs, attemptMs } = paceAt(timeScale)

/** At the end the product stores and tells what waits: so long it may take to get on with it. */
const stuckMs = 2 * 60_000

/** The pause of a visitor who is ahead of the faults: outages must not be met by all visits at once. */
const aheadMs = 500

const productEnv = {
  ...ownerEnv,
  CONTACT_LIMIT_PER_MINUTE: '10000000',
  CONTACT_LIMIT_PER_HOUR: '10000000',
  DELIVERY_TIME_SCALE: String(timeScale),
  JOURNAL_RESERVE_MB: '16',
  LOG_LEVEL: 'warn',
}

/** The faults that are under way, the first one first. */
type FaultsNow = PlannedFault[]

/**
 * Makes the faults of a schedule at their times; those of one victim one after the other. Rejects at
 * the first that fails: the others may wait for what it has left broken.
 */
async function makeFaults(
  faults: readonly PlannedFault[],
  setup: Setup,
  { now, history }: { now: FaultsNow; history: History },
): Promise<void> {
  const lastOf = new Map<string, Promise<void>>()
  const { promise: failed, reject: fail } = Promise.withResolvers<never>()
  async function makeOne(fault: PlannedFault) {
    const { make } = setup.faults[fault.kind] ?? {}
    if (!make) throw new Error(`there is no fault ${fault.kind}`)
    now.push(fault)
    const began = Date.now()
    await make(fault).catch((cause: Error) => {
      throw new Error(`cannot make or mend: ${fault.kind}`, { cause })
    })
    now.splice(now.indexOf(fault), 1)
    const { kind, place } = fault
    history.addFault({ fault: kind, place, began, ended: Date.now() })
  }
  for (const fault of faults) {
    const victim = setup.faults[fault.kind]?.victim ?? ''
    await Promise.race([lastOf.get(victim), failed])
    const making = makeOne(fault)
    making.catch(fail)
    lastOf.set(victim, making)
    await Promise.race([sleep(fault.nextAfterMs), failed])
  }
  await Promise.race([Promise.all(lastOf.values()), failed])
}

/** Sends at least so many visits, spread over the faults, and goes on until these are over. */
async function sendVisits(
  { seed, leads, senders, restMs = 0 }: RunOptions,
  { visits, faults }: Schedule,
  visitor: ReturnType<typeof createVisitor>,
  countFaultsOver: () => number,
): Promise<void> {
  let next = 0
  const areFaultsOver = () => countFaultsOver() >= faults.length
  const isAhead = () => next * faults.length > leads * (countFaultsOver() + 1)
  async function sendOneAfterTheOther() {
    while (next < leads || !areFaultsOver()) {
      const number = next
      next += 1
      if (isAhead() && !areFaultsOver()) await sleep(aheadMs)
      await visitor(`Visitor ${seed}-${number}`, visits[number % visits.length] ?? 'once')
      await sleep(restMs)
    }
  }
  await Promise.all(Array.from({ length: senders }, sendOneAfterTheOther))
}

/** The files of the journals that wait or are damaged. */
function journalOf({ dataDirs }: Setup): string[] {
  const files = [...new Set(dataDirs)].flatMap((dataDir) => readdirSync(join(dataDir, 'journal')))
  return files.filter((name) => /\.(json|damaged)$/.test(name))
}

/** Waits until nothing waits any more, or for long enough without any progress. */
async function settle(setup: Setup): Promise<void> {
  let least = Number.POSITIVE_INFINITY
  for (let since = Date.now(); Date.now() - since < stuckMs; await sleep(250)) {
    const records = journalOf(setup).filter((name) => name.endsWith('.json')).length
    const pending = await countPending(setup.query).catch(() => Number.POSITIVE_INFINITY)
    if (records + pending === 0) return
    if (records + pending < least) {
      least = records + pending
      since = Date.now()
    }
  }
}

/** Runs the product under the faults of a seed, and checks what is left. */
export async function runHistory(options: RunOptions): Promise<RunResult> {
  const { seed, leads, faults: count, start, folder, checkout, usesMachine } = options
  const { drainSeconds = 5 } = options
  mkdirSync(folder, { recursive: true })
  const mailbox = await openMailbox(join(folder, 'mails.jsonl'))
  const history = beginHistory(join(folder, 'history.jsonl'))
  const env = {
    ...productEnv,
    DRAIN_SECONDS: String(drainSeconds),
    SMTP_URL: mailbox.url,
  }
  const setup = await start({ folder, checkout, usesMachine, env })
  const stop = new AbortController()
  let sending: Promise<void> | undefined
  try {
    const [url = ''] = setup.urls
    const owner = await signInOwner(url)
    await owner.addRecipient('told@example.com')
    const kinds = Object.keys(setup.faults)
    const schedule = makeSchedule(seed, kinds, { faults: count, visits: leads })
    const lines = schedule.faults.map((fault) => `${JSON.stringify(fault)}\n`)
    writeFileSync(join(folder, 'schedule.jsonl'), lines.join(''))

    const now: FaultsNow = []
    // One may begin and end before this process, on a busy machine, sees what it did to a visitor.
    const faultsSince = (moment: number) => [
      ...history.faults.filter(({ ended }) => ended >= moment).map(({ fault }) => fault),
      ...now.map(({ kind }) => kind),
    ]
    let haveFaultsFailed = false
    const countFaultsOver = () =>
      haveFaultsFailed ? schedule.faults.length : history.faults.length
    const visitor = createVisitor({ urls: setup.urls, history, stop: stop.signal, faultsSince })
    sending = sendVisits(options, schedule, visitor, countFaultsOver)
    await Promise.all([
      sending,
      makeFaults(schedule.faults, setup, { now, history }).catch((error) => {
        haveFaultsFailed = true
        throw error
      }),
    ])
    await settle(setup)

    const outcome: Outcome = {
      tries: history.tries,
      leads: await readLeads(setup.query),
      mails: mailbox.arrived(),
      counts: await owner.readCounts(),
      journal: journalOf(setup),
      leaseMs: leaseMs - attemptMs,
    }
    const result = {
      problems: findProblems(outcome),
      figures: readFigures(outcome, history.faults),
    }
    writeFileSync(join(folder, 'result.json'), JSON.stringify(result, undefined, 2))
    return result
  } finally {
    stop.abort()
    await sending
    await setup.remove()
    await mailbox.close()
    await history.close()
  }
}
