import type { BackupStatus } from '#/contracts/health/backups.ts'
import { adminPaths } from '#/contracts/routes.ts'
import type { Found } from '../../health/health.ts'

const links = [{ text: 'See the backups', path: adminPaths.backups }]

/** The findings about the scheduled backups. */
export function findInBackups({ isLate, folderProblem, backups }: BackupStatus): Found[] {
  // Other problems then follow from this one.
  if (folderProblem !== null) return [{ key: 'backup-folder', text: folderProblem, links }]
  const [newest] = backups
  const { state, problem, finishedAt } = newest ?? {}
  const since = finishedAt ? { since: new Date(finishedAt) } : {}
  return [
    ...(isLate
      ? [
          {
            key: 'backup-late' as const,
            text: 'The last scheduled backup is late: no file has come from it.',
            links,
          },
        ]
      : []),
    ...(state === 'failed'
      ? [
          {
            key: 'backup-failed' as const,
            text: `The last backup failed. ${problem ?? ''}`.trim(),
            links,
            ...since,
          },
        ]
      : []),
    ...(state !== 'failed' && problem != null
      ? [{ key: 'backup-problem' as const, text: problem, links, ...since }]
      : []),
  ]
}
