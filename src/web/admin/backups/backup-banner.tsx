import { Link } from 'wouter'
import type { BackupStatus } from '#/contracts/backups.ts'
import { adminPaths } from '#/contracts/routes.ts'
import { Notice } from '../leads/overview/notices.tsx'
import { useBackups } from './use-backups.ts'

/** What is wrong with the backups; undefined if nothing is. */
export function troubleOf(status: BackupStatus): string | undefined {
  const { isLate, folderProblem, mirrorProblem, backups } = status
  const [newest] = backups
  const diskProblem = folderProblem ?? mirrorProblem
  if (diskProblem !== null) return diskProblem
  if (newest?.state === 'failed') return `The last backup failed. ${newest.problem ?? ''}`.trim()
  if (isLate) return 'The last scheduled backup is late: no file has come from it.'
  return newest?.problem ?? undefined
}

/** Says above the inbox that a backup is late or has failed. */
export function BackupBanner() {
  const { data } = useBackups()
  const trouble = data && troubleOf(data)
  if (!trouble) return <Notice />
  return (
    <Notice>
      <p>
        <strong>Backups need your attention.</strong> {trouble}{' '}
        <Link className="text-button" href={adminPaths.backups}>
          See the backups
        </Link>
      </p>
    </Notice>
  )
}
