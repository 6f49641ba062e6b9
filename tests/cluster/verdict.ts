import type { ArrivedMail } from '#tests/support/machine/mailbox.ts'
import type { Visit } from './load.ts'
import { type MadeFault, sayWithinMs } from './make-faults.ts'

/** A lead as the table has it. */
export type StoredLead = { name: string; isQuarantined: boolean }

/** What is left at the end of a run, when everything is back. */
export type Outcome = {
  visits: readonly Visit[]
  leads: readonly StoredLead[]
  mails: readonly ArrivedMail[]
  recipients: readonly string[]
  faults: readonly MadeFault[]
  /** What is found wrong beside these, in words. */
  others: readonly string[]
}

/** What visitors met during a fault. Times are in milliseconds. */
export type FaultRow = {
  fault: string
  visits: number
  failed: string
  /** From the first to the last visit that failed. */
  turnedAwayMs: number
  longestWaitMs: number
  /** From the fault until both nodes said why, and from its end until they said nothing any more. */
  saidMs: number | string
  silentMs: number
  /** From the fault until another primary accepted writes, and from then until the product stored there. */
  failoverMs: number | string
  storedMs: number | string
  recoveredMs: number
}

/** The result of a run: a row for each fault, the totals, and what is wrong. */
export type Verdict = {
  rows: FaultRow[]
  totals: Record<string, number>
  problems: string[]
}

/** After the end of a fault, a visit may still have begun because of it. */
const afterMs = 1_000
const silentWithinMs = 30_000
/** Two on a machine that has nothing else to do. */
const storedWithinMs = 3_000
/** The time that `deploy/cluster/patroni.yml` gives a primary, where none was replaced. */
const usualFailoverMs = 20_000

const hasFailed = ({ kind, status }: Visit) => status !== (kind === 'lead' ? 201 : 200)
const most = (numbers: readonly number[]) => numbers.reduce((a, b) => Math.max(a, b), 0)
const least = (numbers: readonly number[]) => numbers.reduce((a, b) => Math.min(a, b), Infinity)

function describeFailures(failed: readonly Visit[]): string {
  const kinds = Map.groupBy(failed, ({ kind, status }) => `${kind} ${status ?? 'unanswered'}`)
  return [...kinds].map(([kind, all]) => `${all.length} ${kind}`).join(', ') || '-'
}

function spanOf(failed: readonly Visit[]): number {
  const times = failed.map(({ began }) => began)
  return failed.length === 0 ? 0 : most(times) - least(times)
}

function rowOf(fault: MadeFault, visits: readonly Visit[]): FaultRow {
  const { name, began, mended, silent, recovered, said, promotion } = fault
  const failed = visits.filter(hasFailed)
  return {
    fault: name,
    visits: visits.length,
    failed: describeFailures(failed),
    turnedAwayMs: Math.round(spanOf(failed)),
    longestWaitMs: Math.round(most(visits.map(({ began: at, ended }) => (ended ?? at) - at))),
    saidMs: said ? said - began : '-',
    silentMs: silent - mended,
    failoverMs: promotion ? promotion.promotedAt - began : '-',
    storedMs: promotion ? promotion.storedAt - promotion.promotedAt : '-',
    recoveredMs: recovered - began,
  }
}

/** Visits by the fault that they met, the last one if several; and those that met none. */
function sortVisits({ visits, faults }: Outcome): { of: Visit[][]; quiet: Visit[] } {
  const of = faults.map((): Visit[] => [])
  const quiet: Visit[] = []
  for (const visit of visits) {
    const end = visit.ended ?? visit.began + afterMs
    const index = faults.findLastIndex(
      ({ began, recovered }) => end >= began && visit.began <= recovered + afterMs,
    )
    const list = of[index] ?? quiet
    list.push(visit)
  }
  return { of, quiet }
}

/** Mails of a lead to a recipient beyond the first, and whether a fault explains the second. */
function findRepeats({ mails, faults }: Outcome) {
  const groups = Map.groupBy(
    mails.filter(({ name }) => name !== ''),
    ({ name, to }) => `${name} to ${to}`,
  )
  const repeated = [...groups].filter(([, all]) => all.length > 1)
  // The process, or the mail server, was ended before the one had heard of the other.
  const isUnknown = ([, [first]]: [string, ArrivedMail[]]) =>
    faults.some(
      ({ losesOutcomes, began, recovered }) =>
        losesOutcomes && first && first.at >= began - afterMs && first.at <= recovered,
    )
  return {
    groups,
    unknown: repeated.filter(isUnknown).map(([what]) => what),
    twice: repeated.filter((each) => !isUnknown(each)).map(([what]) => what),
  }
}

function problemsOfFaults(rows: readonly FaultRow[], faults: readonly MadeFault[]): string[] {
  const failovers = rows.map(({ failoverMs }) => Number(failoverMs) || 0)
  const limit = most(failovers) || usualFailoverMs
  return rows.flatMap((row, index) => {
    const { fault, turnedAwayMs, saidMs, silentMs, storedMs } = row
    const made = faults[index]
    return [
      turnedAwayMs > limit &&
        `${fault}: visitors were turned away for ${turnedAwayMs} ms, of ${limit}`,
      made?.mustSay &&
        !(Number(saidMs) <= sayWithinMs) &&
        `${fault}: /readyz of both nodes did not say why within 10 s`,
      silentMs > silentWithinMs && `${fault}: /readyz was silent after ${silentMs} ms only`,
      Number(storedMs) > storedWithinMs &&
        `${fault}: stored ${storedMs} ms after the promotion only`,
    ].filter((problem) => problem !== false && problem !== undefined)
  }) as string[]
}

const some = (what: string, names: readonly string[]) =>
  names.length > 0 ? [`${what}: ${names.length} (${names.slice(0, 5).join(', ')})`] : []

/** Compares what visitors were told with what is stored and was mailed, row by row. */
export function judge(outcome: Outcome): Verdict {
  const { visits, leads, recipients, faults, others } = outcome
  const sorted = sortVisits(outcome)
  const rows = faults.map((fault, index) => rowOf(fault, sorted.of[index] ?? []))
  const quietFailures = sorted.quiet.filter(hasFailed)
  const sent = visits.filter(({ kind }) => kind === 'lead')
  const taken = sent.flatMap(({ name, status }) => (status === 201 && name ? name : []))
  const stored = Map.groupBy(leads, ({ name }) => name)
  const lost = taken.filter((name) => !stored.has(name))
  const doubled = [...stored].filter(([, all]) => all.length > 1).map(([name]) => name)
  const quarantined = leads.filter(({ isQuarantined }) => isQuarantined).map(({ name }) => name)
  const { groups, unknown, twice } = findRepeats(outcome)
  const untold = leads
    .flatMap(({ name }) => recipients.map((to) => `${name} to ${to}`))
    .filter((what) => !groups.has(what))
  return {
    rows,
    totals: {
      pages: visits.length - sent.length,
      leads: sent.length,
      acknowledged: taken.length,
      stored: leads.length,
      lost: lost.length,
      doubled: doubled.length,
      mails: outcome.mails.filter(({ name }) => name !== '').length,
      'told twice': twice.length,
      'told twice after an unknown outcome': unknown.length,
      'not told': untold.length,
      'failed visits': visits.filter(hasFailed).length,
      'turned away at most (ms)': most(rows.map(({ turnedAwayMs }) => turnedAwayMs)),
      'failover at most (ms)': most(rows.map(({ failoverMs }) => Number(failoverMs) || 0)),
    },
    problems: [
      ...problemsOfFaults(rows, faults),
      ...some(
        'visits that failed without a fault',
        quietFailures.map((visit) => describeFailures([visit])),
      ),
      ...some('lost', lost),
      ...some('doubled', doubled),
      ...some('in quarantine', quarantined),
      ...some('told twice', twice),
      ...some('not told', untold),
      ...(taken.length === 0 ? ['no lead was acknowledged'] : []),
      ...others,
    ],
  }
}
