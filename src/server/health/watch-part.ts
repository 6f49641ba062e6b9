import { explainFailure } from '../db/failures.ts'
import { checkSeldom } from './check-seldom.ts'
import type { Found } from './health.ts'

/** The state of a part that stores requests. Only a part that is away stores nothing. */
export type PartState = 'ready' | 'slow' | 'away'

/** A part's state, and what is wrong with it. */
export type PartHealth = { state: PartState; found: Found[] }

/** A slower part is `slow`. */
const slowMs = 2_000

/** A part that is silent for longer is `away`. */
const awayMs = 60_000

/** A proof of a part costs a write, so callers who ask more often get the last result. */
const pace = { everyMs: 1_000, patienceMs: slowMs }

/** The findings of a part. */
export type PartWords = {
  /** It takes N seconds. */
  slow: (seconds: string) => Found
  /** It has failed. */
  away: (error: unknown) => Found
  /** It has been silent for a minute. */
  silent: () => Found
}

const isSilence = (error: unknown) => error !== undefined && explainFailure(error).kind === 'silent'

/**
 * Watches a part by a proof that it stores something. A part that takes its time is slow; only an
 * error, or silence for a minute, means that it is away.
 */
export function watchPart(
  prove: () => Promise<unknown>,
  words: PartWords,
): () => Promise<PartHealth> {
  const check = checkSeldom(prove, pace)
  let silentSince: number | undefined
  return async () => {
    const { error, ms, isOver } = await check()
    if (isOver && !isSilence(error)) {
      silentSince = undefined
      if (error !== undefined) return { state: 'away', found: [words.away(error)] }
      if (ms < slowMs) return { state: 'ready', found: [] }
      return { state: 'slow', found: [words.slow((ms / 1000).toFixed(1))] }
    }
    const now = performance.now()
    silentSince ??= now - ms
    const silentMs = now - silentSince
    if (silentMs >= awayMs) return { state: 'away', found: [words.silent()] }
    return { state: 'slow', found: [words.slow((silentMs / 1000).toFixed(1))] }
  }
}
