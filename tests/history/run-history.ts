import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openMailbox } from '#tests/support/machine/mailbox.ts'
import { ownerEnv, signInOwner } from '#tests/support/owner.ts'
import { paceAt } from '../../src/server/notifications/deliveries/pace.ts'
import { findProblems, type LeadRow, type Outcome, type Try } from './check.ts'
import { startFailover } from './failover.ts'
import { mailFaults } from './mail-faults.ts'
import { makeSchedule, type PlannedFault } from './schedule.ts'
import { type Setup, type SetupOptions, startEmbedded, startProcesses } from './setups.ts'
import { createVisitor } from './visitors.ts'

/** How the product can be set up, by the names that the command takes. */
const setups: Record<string, (options: SetupOptions) => Promise<Setup>> = {
  embedded: startEmbedded,
  processes: startProcesses,
  failover: startFailover,
}

/** What decides a run. The same numbers make the same schedule. */
export type RunOptions = {
  seed: number
  setup: string
  leads: number
  faults: number
  /** The only faults that are made; all if none is given. */
  kinds?: readonly string[]
  /** How many visitors send at once. */
  senders: number
  /** How long each of them waits before they are the next one. */
  restMs?: number
  /** An empty folder. What happened and the logs stay in it. */
  folder: string
  /**
   * How long a product serves on that is replaced: each visitor's connection is new, and what was sent
   * on it is answered within that time.
   */
  drainSeconds?: number
}

/** A fault that was made. Times are of `Date.now`. */
type MadeFault = { fault: string; place: number; began: number; ended: number }

/** What a run has shown. */
type RunResult = {
  problems: string[]
  /** How often each fault was made. */
  made: Record<string, number>
  received: number
}

const timeScale = 0.01
const { leaseMs, attemptMs } = paceAt(timeScale)

/** At the end the product stores and tells what waits: it may take this long to make progress. */
const stuckMs = 2 * 60_000

/** The pause of a visitor who is ahead of the faults: outages must not be met by all visits at once. */
const aheadMs = 500

const productEnv = {
  ...ownerEnv,
  DELIVERY_TIME_SCALE: String(timeScale),
  JOURNAL_RESERVE_MB: '16',
  LOG_LEVEL: 'warn',
}

/** All that happened, and the faults that are under way, the first one first. */
class History {
  readonly tries: Try[] = []
  readonly made: MadeFault[] = []
  readonly now: PlannedFault[] = []

  /** One may begin and end before this process, on a busy machine, sees what it did to a visitor. */
  faultsSince(moment: number): string[] {
    const over = this.made.filter(({ ended }) => ended >= moment).map(({ fault }) => fault)
    return [...over, ...this.now.map(({ kind }) => kind)]
  }
}

/**
 * Makes the faults of a schedule at their times; those of one victim one after the other. Rejects at
 * the first that fails: the others may wait for what it has left broken.
 */
async function makeFaults(faults: readonly PlannedFault[], setup: Setup, history: History) {
  const { now, made } = history
  const lastOf = new Map<string, Promise<void>>()
  const { promise: failed, reject: fail } = Promise.withResolvers<never>()
  async function makeOne(fault: PlannedFault) {
    const { kind, place } = fault
    now.push(fault)
    const began = Date.now()
    await setup.faults[kind]?.make(fault).catch((cause: Error) => {
      throw new Error(`cannot make or mend: ${kind}`, { cause })
    })
    now.splice(now.indexOf(fault), 1)
    made.push({ fault: kind, place, began, ended: Date.now() })
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

/** The files of the journals that wait or are damaged. */
function journalOf({ dataDirs }: Setup): string[] {
  const files = [...new Set(dataDirs)].flatMap((dataDir) => readdirSync(join(dataDir, 'journal')))
  return files.filter((name) => /\.(json|damaged)$/.test(name))
}

const pending = `select count(*)::int as pending from deliveries where state = 'pending'`

/** Waits until nothing waits any more, or for long enough without any progress. */
async function settle(setup: Setup): Promise<void> {
  let least = Number.POSITIVE_INFINITY
  for (let since = Date.now(); Date.now() - since < stuckMs; await sleep(250)) {
    const records = journalOf(setup).filter((name) => name.endsWith('.json')).length
    const [row] = await setup.query<{ pending: number }>(pending).catch(() => [])
    const waiting = records + (row?.pending ?? Number.POSITIVE_INFINITY)
    if (waiting === 0) return
    if (waiting < least) {
      least = waiting
      since = Date.now()
    }
  }
}

/** Every lead, with how often its mail was sent, and by how many attempts. */
const leadRows = `
  with told as (
    select lead_id, count(*)::int as deliveries, count(*) filter (where state = 'sent')::int as sent
    from deliveries group by lead_id
  ), attempted as (
    select lead_id, count(*)::int as attempts from deliveries
    join delivery_attempts on delivery_id = deliveries.id where outcome = 'sent' group by lead_id
  )
  select id::int, name, submission_id as "submissionId", is_quarantined as "isQuarantined",
    coalesce(deliveries, 0) as deliveries, coalesce(sent, 0) as sent, coalesce(attempts, 0) as attempts
  from leads left join told on told.lead_id = id left join attempted on attempted.lead_id = id`

/** Sends at least `leads` visits, spread over the faults, and makes these meanwhile. */
async function sendAmidFaults(
  { seed, leads, faults: count, kinds, senders, restMs = 0 }: RunOptions,
  setup: Setup,
  history: History,
): Promise<void> {
  const names = kinds ?? Object.keys(setup.faults)
  const { faults, visits } = makeSchedule(seed, names, { faults: count, visits: leads })
  const stop = new AbortController()
  const visitor = createVisitor({
    urls: setup.urls,
    stop: stop.signal,
    faultsSince: (moment) => history.faultsSince(moment),
    onTry: (each) => void history.tries.push(each),
  })
  let next = 0
  const isOver = () => stop.signal.aborted || history.made.length >= faults.length
  const isAhead = () => next * faults.length > leads * (history.made.length + 1)
  async function sendOneAfterTheOther() {
    while (next < leads || !isOver()) {
      const number = next
      next += 1
      if (isAhead() && !isOver()) await sleep(aheadMs)
      await visitor(`Visitor ${seed}-${number}`, visits[number % visits.length] ?? 'once')
      await sleep(restMs)
    }
  }
  const sending = Array.from({ length: senders }, sendOneAfterTheOther)
  try {
    await makeFaults(faults, setup, history)
  } catch (error) {
    stop.abort()
    throw error
  } finally {
    await Promise.all(sending)
  }
}

/** Runs the product under the faults of a seed, and checks what is left. */
export async function runHistory(options: RunOptions): Promise<RunResult> {
  const { folder, drainSeconds = 5 } = options
  const start = setups[options.setup]
  if (!start) throw new Error(`there is no setup ${options.setup}: ${Object.keys(setups)}`)
  mkdirSync(folder, { recursive: true })
  const mailbox = await openMailbox()
  const history = new History()
  const env = { ...productEnv, DRAIN_SECONDS: String(drainSeconds), SMTP_URL: mailbox.url }
  const started = await start({ folder, env })
  const setup = { ...started, faults: { ...started.faults, ...mailFaults(mailbox) } }
  try {
    const owner = await signInOwner(setup.urls[0] ?? '')
    await owner.addRecipient('told@example.com')
    await sendAmidFaults(options, setup, history)
    await settle(setup)
    const { tries, made } = history
    const outcome: Outcome = {
      tries,
      leads: await setup.query<LeadRow>(leadRows),
      mails: mailbox.arrived(),
      counts: await owner.readCounts(),
      journal: journalOf(setup),
      leaseMs: leaseMs - attemptMs,
    }
    writeFileSync(join(folder, 'history.json'), JSON.stringify({ made, ...outcome }))
    return {
      problems: findProblems(outcome),
      made: Object.fromEntries(
        [...Map.groupBy(made, ({ fault }) => fault)].map(([fault, all]) => [fault, all.length]),
      ),
      received: new Set(tries.filter(({ status }) => status === 201).map(({ name }) => name)).size,
    }
  } finally {
    await setup.remove()
    await mailbox.close()
  }
}
