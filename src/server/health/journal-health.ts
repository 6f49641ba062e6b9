import { explainFailure } from '../db/failures.ts'
import { whyUnwritable } from '../runtime/data-folder.ts'
import { checkSeldom, type Found, present } from './health.ts'

/** A part that stores requests, and what is wrong with it. Only a part that is away stores nothing. */
export type PartHealth = { state: 'ready' | 'slow' | 'away'; found: Found[] }

/** A slower part is `slow`. */
const slowMs = 2_000

/** A part that is silent for longer is `away`. */
const awayMs = 60_000

const isSilence = (error: unknown) => error !== undefined && explainFailure(error).kind === 'silent'

/**
 * Watches a part by a proof that it stores something, at most once a second: it costs a write. A part
 * that takes its time is slow; only an error, or silence for a minute, means that it is away.
 */
export function watchPart(
  prove: () => Promise<unknown>,
  /** The findings: it takes N seconds; it has failed, or was silent for a minute (no error). */
  words: { slow: (seconds: string) => Found; away: (error?: unknown) => Found },
): () => Promise<PartHealth> {
  const check = checkSeldom(prove, { everyMs: 1_000, patienceMs: slowMs })
  const slow = (ms: number): PartHealth => ({
    state: 'slow',
    found: [words.slow((ms / 1000).toFixed(1))],
  })
  let silentSince: number | undefined
  return async () => {
    const { error, ms, isOver } = await check()
    if (isOver && !isSilence(error)) {
      silentSince = undefined
      if (error !== undefined) return { state: 'away', found: [words.away(error)] }
      return ms < slowMs ? { state: 'ready', found: [] } : slow(ms)
    }
    const now = performance.now()
    silentSince ??= now - ms
    const silentMs = now - silentSince
    return silentMs >= awayMs ? { state: 'away', found: [words.away()] } : slow(silentMs)
  }
}

/** Leads in the journal: those that wait, and those that cannot be read. */
export type JournalCount = { waiting: number; damaged: number }

/** The findings about leads in the journal. */
export function findInJournal({ waiting, damaged }: JournalCount): Found[] {
  const requests = (count: number) =>
    `${count.toLocaleString('en-US')} request${count === 1 ? '' : 's'}`
  return present<Found>(
    waiting > 0 && {
      key: 'requests-wait',
      text: `${requests(waiting)} ${waiting === 1 ? 'waits' : 'wait'} in the journal to be stored.`,
    },
    damaged > 0 && {
      key: 'requests-damaged',
      text: `${requests(damaged)} in the journal cannot be read.`,
    },
  )
}

/** Watches the journal; `proveWritable` rejects if it cannot be written. */
export const watchJournal = (proveWritable: () => Promise<void>) =>
  watchPart(proveWritable, {
    slow: (seconds) => ({
      key: 'journal-slow',
      text: `The journal takes ${seconds} seconds to write something.`,
    }),
    away: (error) => ({
      key: 'journal-unwritable',
      text: `The journal cannot be written: ${error === undefined ? 'its disk does not answer' : whyUnwritable(error)}.`,
    }),
  })
