import type { Found } from './health.ts'

/** What is wrong with the second place of what is stored, by why it takes nothing; null for nothing. */
export function findInArchive(problem: string | null): Found[] {
  return problem === null ? [] : [{ key: 'archive-failing', text: problem }]
}
