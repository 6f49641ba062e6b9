import type { FastifyBaseLogger } from 'fastify'
import { type FindingKey, findingCatalog, findingKeys } from '#/contracts/health/finding-catalog.ts'
import type { Finding } from '#/contracts/health/findings.ts'
import { isDatabaseAway } from '../db/connect/failures.ts'
import { type Checked, checkSeldom } from './check-seldom.ts'

/** What a source has found wrong: a key of the catalog, and its words. */
export type Found = {
  key: FindingKey
  text: string
  detail?: string | null
  /** In place of that in the catalog. */
  advice?: string
  /** Where it is known; else it is when this process first saw it. */
  since?: Date
  links?: Finding['links']
}

/** What finds something wrong, of one part of the product. */
export type Source = {
  /** The part, as the beginning of a sentence: "The list of deliveries". */
  name: string
  find: () => Promise<readonly Found[]> | readonly Found[]
  /** What it finds is of storing and telling requests, and in the catalog public. */
  isPublic?: boolean
  /** How old a result may be, in milliseconds. */
  everyMs?: number
}

/** The list of what is wrong. */
export type Health = {
  /** Adds what finds something wrong. */
  add: (source: Source) => void
  /**
   * What is wrong now, the most urgent first: all of it, or what concerns storing and telling requests.
   * Returns within three seconds, whatever hangs.
   */
  look: (which: 'all' | 'public') => Promise<Finding[]>
}

const usualEveryMs = 1_000
const patienceMs = 2_500

/** What was found, or why it was not. */
function judge(name: string, checked: Checked<readonly Found[]>): readonly Found[] {
  const { value = [], error, isOver } = checked
  if (!isOver) return [...value, { key: 'check-silent', text: `${name} does not answer.` }]
  // That the database is away is a finding of its own.
  if (error === undefined || isDatabaseAway(error)) return value
  return [{ key: 'check-failed', text: `${name} could not be looked at.` }]
}

const placeOf = new Map(findingKeys.map((key, place) => [key, place]))

/** Not told while something is wrong with the database: that is why. */
const followsFromDatabase: readonly FindingKey[] = ['check-silent', 'signals-away']

/** A finding as every place shows it. */
function complete({ key, text, detail, advice, links, since }: Found, seen: Date): Finding {
  const entry = findingCatalog[key]
  return {
    ...{ key, text, severity: entry.severity },
    detail: detail ?? null,
    advice: advice ?? entry.advice,
    since: (since ?? seen).toISOString(),
    links: links ?? [],
  }
}

/** The part itself has a line in the log for these, at the moment when they begin and end. */
const loggedByPart: readonly FindingKey[] = [
  ...(['database-away', 'database-recovering', 'database-connections'] as const),
  ...(['database-refused', 'database-shared-sessions', 'database-other-version'] as const),
  ...(['database-migrating', 'mail-away', 'archive-failing', 'backup-folder'] as const),
]

/**
 * Makes an empty list. The log has a line when a finding begins and one when it is over, however its
 * numbers and reasons change in between.
 */
export function createHealth(log: Pick<FastifyBaseLogger, 'error' | 'warn' | 'info'>): Health {
  const sources: { source: Source; check: () => Promise<Checked<readonly Found[]>> }[] = []
  /** The findings of each source that go on, and since when. */
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
      if (!now.has(key)) tell('info', key, `This is over: ${text}`)
    }
    open.set(source, now)
    return findings
  }

  async function look(which: 'all' | 'public') {
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
      .toSorted((one, other) => (placeOf.get(one.key) ?? 0) - (placeOf.get(other.key) ?? 0))
  }

  return {
    add(source) {
      const pace = { everyMs: source.everyMs ?? usualEveryMs, patienceMs }
      sources.push({ source, check: checkSeldom(async () => source.find(), pace) })
    },
    look,
  }
}
