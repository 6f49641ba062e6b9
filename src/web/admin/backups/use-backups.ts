import type { BackupStatus } from '#/contracts/health/backups.ts'
import { apiPaths, backupDownloadPath, backupPath } from '#/contracts/routes.ts'
import { useSite } from '../../words.ts'
import { useChange, useServerData } from '../shell/server-data.ts'

const refetchMs = 60_000

/** While one is being made. */
const refetchSoonMs = 2_000

/** True while a backup is being made. */
export const isMaking = ({ backups }: BackupStatus) =>
  backups.some(({ state }) => state === 'running')

/** The state of the backups. */
export function useBackups() {
  return useServerData<BackupStatus>(apiPaths.backups, {
    refetchInterval: ({ state: { data } }) =>
      data && isMaking(data.data) ? refetchSoonMs : refetchMs,
    refetchOnMount: 'always',
  })
}

/** Has a backup made at once, after a fresh proof of who asks. */
export function useBackUpNow() {
  return useChange({
    call: () => ({ method: 'POST', path: apiPaths.backups }),
    failure: 'Failed to start a backup',
    showsReason: true,
    refetches: [{ queryKey: [apiPaths.backups] }],
    awaitsRefetch: true,
  })
}

/** Has the browser save the file of a backup, after a fresh proof of who asks. */
export function useDownload() {
  const { apiBaseUrl } = useSite()
  return useChange({
    call: (file: string) => ({ method: 'POST', path: backupDownloadPath(file) }),
    failure: 'Failed to fetch the backup',
    refetches: [],
    onAnswer: (_answer, file) => location.assign(`${apiBaseUrl}${backupPath(file)}`),
  })
}
