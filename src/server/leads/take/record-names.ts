import type { JournalCount } from '#/server/health/parts.ts'
import type { JournalNames } from './journal-names.ts'
import { repeatsMs } from './submit-lead.ts'

/** What a lead of the database and its record in the journal have in common. `createdAt` is ISO 8601. */
export type LeadInJournal = { submissionId: string; contentHash: string; createdAt: string }

/** The endings of the names of the journal's files. */
export const ending = {
  waiting: '.json',
  unfinished: '.new',
  damaged: '.damaged',
  told: '.told',
} as const

/** True for the name of a record that waits. */
export const isWaiting = (name: string) => name.endsWith(ending.waiting)
/** True for the name of a mark that says that recipients were told of a record. */
export const isTold = (name: string) => name.endsWith(ending.told)

/** The record whose mark has this name. */
export const recordOf = (mark: string) => mark.slice(0, -ending.told.length)

/** The submission of the record with this name; undefined for a name of an earlier version. */
function submissionOf(name: string): { submissionId: string; hash: string } | undefined {
  const [, submissionId = '', hash = ''] = /^\d{15}-\d{15}-(.{36})-([0-9a-f]{64})-/.exec(name) ?? []
  return hash === '' ? undefined : { submissionId, hash }
}

/** True if the database takes two records for one submission: see `store_lead`. */
function isRepeatOf(name: string, other: string): boolean {
  if (name === other) return true
  const [one, two] = [submissionOf(name), submissionOf(other)]
  if (!one || !two || one.hash !== two.hash) return false
  const apartMs = Math.abs(receivedAtOf(name) - receivedAtOf(other))
  return one.submissionId === two.submissionId || apartMs <= repeatsMs
}

/** True for the mark of a record of this lead of the database. */
export function isMarkOf(
  mark: string,
  { submissionId, contentHash, createdAt }: LeadInJournal,
): boolean {
  if (!isTold(mark) || !mark.includes(contentHash)) return false
  const apartMs = Math.abs(receivedAtOf(mark) - Date.parse(createdAt))
  return submissionOf(mark)?.submissionId === submissionId || apartMs <= repeatsMs
}

/** The names, among very many, of records and marks of the same submission as a record. */
export function alikeIn(names: readonly string[], name: string): string[] {
  const key = submissionOf(name)?.hash ?? name
  return names.filter(
    (each) => each.includes(key) && isRepeatOf(isTold(each) ? recordOf(each) : each, name),
  )
}

export function receivedAtOf(name: string): number {
  return Number(name.split('-', 1)[0])
}

/** What the names of the journal's files say. */
export type JournalLists = {
  /** The names of the records that wait, oldest first. */
  list: () => Promise<string[]>
  /**
   * The names of the records that no recipient was told of, oldest first: of repeats, the first.
   */
  listUntold: () => Promise<string[]>
  /** How many records wait, and how many are set aside. */
  count: () => Promise<JournalCount>
}

/** Counts the records by the names of their files. */
export function countNames(names: readonly string[]): JournalCount {
  const countOf = (suffix: string) => names.filter((name) => name.endsWith(suffix)).length
  return { waiting: countOf(ending.waiting), damaged: countOf(ending.damaged) }
}

/** The lists that the names alone allow. */
export function listsOf(names: JournalNames): JournalLists {
  return {
    list: async () => (await names.read()).filter(isWaiting),
    async listUntold() {
      const all = await names.read()
      const told = all.filter(isTold).map(recordOf)
      const waiting = Map.groupBy(all.filter(isWaiting), (name) => submissionOf(name)?.hash ?? name)
      const isFirst = (name: string, alike: readonly string[]) =>
        alike.find((each) => isRepeatOf(each, name)) === name
      const toldOf = Map.groupBy(told, (name) => submissionOf(name)?.hash ?? name)
      return [...waiting]
        .flatMap(([key, alike]) =>
          alike.filter(
            (name) =>
              isFirst(name, alike) && !toldOf.get(key)?.some((each) => isRepeatOf(each, name)),
          ),
        )
        .sort()
    },
    count: async () => countNames(await names.read()),
  }
}
