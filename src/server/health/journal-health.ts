import { whyUnwritable } from '../runtime/data-folder.ts'
import type { Found } from './health.ts'
import { type PartHealth, watchPart } from './watch-part.ts'

/** Leads in the journal: those that wait, and those that cannot be read. */
export type JournalCount = { waiting: number; damaged: number }

/** The findings about leads in the journal. */
export function findInJournal({ waiting, damaged }: JournalCount): Found[] {
  const [waits, cannot] = [waiting === 1 ? 'waits' : 'wait', 'in the journal cannot be read']
  const requests = (count: number) =>
    `${count.toLocaleString('en-US')} request${count === 1 ? '' : 's'}`
  return [
    ...(waiting > 0
      ? [
          {
            key: 'requests-wait' as const,
            text: `${requests(waiting)} ${waits} in the journal to be stored.`,
          },
        ]
      : []),
    ...(damaged > 0
      ? [{ key: 'requests-damaged' as const, text: `${requests(damaged)} ${cannot}.` }]
      : []),
  ]
}

/** Where requests are stored while the database is away. */
export type JournalHealthDeps = {
  /** Rejects if the journal cannot be written. */
  proveWritable: () => Promise<void>
}

/** The finding of a journal that cannot be written. */
export const describeJournalFailure = (error: unknown): Found => ({
  key: 'journal-unwritable',
  text: `The journal cannot be written: ${whyUnwritable(error)}.`,
})

/** Proves, at most once a second, that the journal can be written. */
export function watchJournal({ proveWritable }: JournalHealthDeps): () => Promise<PartHealth> {
  return watchPart(proveWritable, {
    slow: (seconds) => ({
      key: 'journal-slow',
      text: `The journal takes ${seconds} seconds to write something.`,
    }),
    away: describeJournalFailure,
    silent: () => ({
      key: 'journal-unwritable',
      text: 'The journal cannot be written: its disk does not answer.',
    }),
  })
}
