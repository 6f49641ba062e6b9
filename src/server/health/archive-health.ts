import type { Found } from './health.ts'

/** The problem of the archive, by why it takes nothing; null for none. */
export function findInArchive(problem: string | null): Found[] {
  return problem === null ? [] : [{ key: 'archive-failing', text: problem }]
}
