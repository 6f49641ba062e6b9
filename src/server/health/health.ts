import type { FastifyBaseLogger } from 'fastify'
import { findingAdvice } from '#/content/office/finding-advice.ts'
import { type FindingKey, findingCatalog, findingKeys } from '#/contracts/health/finding-catalog.ts'
import type { Need } from '#/contracts/health/needs.ts'
import { isDatabaseAway } from '../db/failures.ts'
import { within } from '../runtime/within.ts'

/** What is known of a check. */
export type Checked<Value> = {
  /** The result of the last one that ended; undefined before that, and if it failed. */
  value?: Value
  /** Why the last one that ended has failed. */
  error?: unknown
  /** How long that one took, or has taken so far if it has not ended, in milliseconds. */
  ms: number
  /** False while one goes on for longer than its callers wait. */
  isOver: boolean
}

/**
 * How often a check is made, how soon again after one that failed, and how long a caller waits for it, in
 * milliseconds.
 */
type CheckPace = { everyMs: number; againMs?: number; patienceMs: number }

/**
 * Makes a check at most as often as its pace says, shares it among its callers, and never begins
 * another while one goes on: checks of a part that hangs would use ever more of it.
 */
export function checkSeldom<Value>(
  check: () => Promise<Value>,
  { everyMs, againMs = everyMs, patienceMs }: CheckPace,
): () => Promise<Checked<Value>> {
  let last: Omit<Checked<Value>, 'isOver'> = { ms: 0 }
  let begunAt = Number.NEGATIVE_INFINITY
  let running: Promise<void> | undefined

  async function run() {
    const ended = await check().then(
      (value) => ({ value }),
      (error: unknown) => ({ error }),
    )
    last = { ...ended, ms: performance.now() - begunAt }
    running = undefined
  }

  return async () => {
    const pauseMs = last.error === undefined ? everyMs : againMs
    if (!running && performance.now() - begunAt >= pauseMs) {
      begunAt = performance.now()
      running = run()
    }
    const leftMs = begunAt + patienceMs - performance.now()
    // It never rejects: the wait may be over first.
    if (running && leftMs > 0) await within(leftMs, running).catch(() => {})
    return running
      ? { ...last, ms: performance.now() - begunAt, isOver: false }
      : { ...last, isOver: true }
  }
}

/** A problem: a key of the catalog, and its words. */
export type Found = Pick<Need, 'text'> &
  Partial<Pick<Need, 'isUrgent' | 'detail' | 'links' | 'buttons'>> & {
    key: FindingKey
    /** Where it is known; by default when this process first saw it. */
    since?: Date
  }

/** A problem as every place shows it. */
export type Finding = Need & { key: FindingKey; since: string }

/** What is there of a list: `false`, `null` and `undefined` are left out. */
export const present = <Each>(...each: (Each | false | null | undefined)[]): Each[] =>
  each.filter((one): one is Each => one !== false && one != null)

/** Finds what is wrong with one part of the product. */
export type Source = {
  /** The part, as in a sentence: "the notifications". */
  name: string
  find: () => Promise<readonly Found[]> | readonly Found[]
  /** It may find what is public in the catalog: about storing and telling requests. */
  isPublic?: boolean
  /** How old a result may be, in milliseconds. */
  everyMs?: number
}

/** The list of what is wrong. */
export type Health = ReturnType<typeof createHealth>

const usualEveryMs = 1_000
const patienceMs = 2_500

/** The findings of a check, or one that says that the check failed. */
function judge(name: string, checked: Checked<readonly Found[]>): readonly Found[] {
  const { value = [], error, isOver } = checked
  if (!isOver) return [...value, { key: 'check-silent', text: `The check of ${name} is stuck.` }]
  // That the database is away is a finding of its own.
  if (error === undefined || isDatabaseAway(error)) return value
  return [{ key: 'check-failed', text: `The check of ${name} failed.` }]
}

const placeOf = new Map(findingKeys.map((key, place) => [key, place]))

/**
 * While the database has one of these findings, failed checks are not told: they follow from it.
 */
const followsFromDatabase: readonly FindingKey[] = ['check-silent', 'signals-away']

/** What holds of a need that says nothing else. */
export const usualNeed: Omit<Need, 'key' | 'text'> = {
  severity: 'warn',
  isUrgent: false,
  detail: null,
  advice: null,
  since: null,
  links: [],
  buttons: [],
}

function complete(found: Found, seen: Date): Finding {
  const { severity } = findingCatalog[found.key]
  const since = (found.since ?? seen).toISOString()
  return { ...usualNeed, ...found, severity, advice: findingAdvice[found.key], since }
}

/** The part itself logs these when they begin and end. */
const loggedByPart: readonly FindingKey[] = [
  ...(['database-away', 'database-recovering', 'database-connections'] as const),
  ...(['database-refused', 'database-other-version', 'database-migrating'] as const),
]

/**
 * Makes an empty list. The log has a line when a finding begins and one when it is over, however
 * its numbers and reasons change in between.
 */
export function createHealth(log: Pick<FastifyBaseLogger, 'error' | 'warn' | 'info'>) {
  const sources: { source: Source; check: () => Promise<Checked<readonly Found[]>> }[] = []
  /** The open findings of each source, and since when. */
  const open = new Map<Source, Map<FindingKey, { text: string; since: Date }>>()

  function tell(level: 'error' | 'warn' | 'info', key: FindingKey, text: string): void {
    if (!loggedByPart.includes(key)) log[level]({ finding: key }, text)
  }

  /** Notes when findings of a source begin and end. */
  function follow(source: Source, found: readonly Found[]): Finding[] {
    const before = open.get(source)
    const now = new Map<FindingKey, { text: string; since: Date }>()
    const findings = found.map((each) => {
      const { key, text } = each
      const known = before?.get(key)
      const since = known?.since ?? new Date()
      if (!known) tell(findingCatalog[key].severity === 'bad' ? 'error' : 'warn', key, text)
      now.set(key, { text, since })
      return complete(each, since)
    })
    for (const [key, { text }] of before ?? []) {
      if (!now.has(key)) tell('info', key, `Resolved: ${text}`)
    }
    open.set(source, now)
    return findings
  }

  /**
   * The findings of now, the most urgent first: all of them, or those about storing and telling
   * requests. Returns within three seconds, whatever hangs.
   */
  async function look(which: 'all' | 'public'): Promise<Finding[]> {
    const asked = sources.filter(({ source }) => which === 'all' || source.isPublic)
    const found = await Promise.all(
      asked.map(async ({ source, check }) => ({
        source,
        found: judge(source.name, await check()),
      })),
    )
    const isAway = found.some((each) => each.found.some(({ key }) => key.startsWith('database-')))
    return found
      .flatMap(({ source, found: own }) =>
        follow(
          source,
          own.filter(({ key }) => !(isAway && followsFromDatabase.includes(key))),
        ),
      )
      .filter(({ key }) => which === 'all' || findingCatalog[key].isPublic)
      .toSorted((one, other) => (placeOf.get(one.key) ?? 0) - (placeOf.get(other.key) ?? 0))
  }

  return {
    add(source: Source) {
      const pace = { everyMs: source.everyMs ?? usualEveryMs, patienceMs }
      sources.push({ source, check: checkSeldom(async () => source.find(), pace) })
    },
    look,
  }
}
