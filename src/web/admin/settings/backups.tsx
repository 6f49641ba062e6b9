import { useState } from 'react'
import { api, pathTo } from '#/contracts/endpoints/api.ts'
import type { Backup, BackupStatus } from '#/contracts/health/backups.ts'
import { untilText } from '../../dates.ts'
import { apiUrl } from '../../request.ts'
import { Button } from '../../ui/button.tsx'
import { Opener } from '../../ui/lists.tsx'
import { counted } from '../shell/counts.ts'
import { OfficeRow } from '../shell/page-parts.tsx'
import { Fetched } from '../shell/query-states.tsx'
import { Time } from '../shell/times.tsx'
import { useChange, useData } from '../shell/use-api.ts'
import { BackupPlanForm } from './setting-forms.tsx'

const refetchMs = 60_000

/** While one is being made. */
const refetchSoonMs = 2_000

/** True while a backup is being made. */
const isMaking = ({ backups }: BackupStatus) => backups.some(({ state }) => state === 'running')

const megabytes = new Intl.NumberFormat('en-US', {
  style: 'unit',
  unit: 'megabyte',
  maximumSignificantDigits: 3,
})

/** The backups: how often they are made, the latest ones, and their files to download. */
export function Backups() {
  const query = useData(
    api.backups,
    {},
    {
      refetchInterval: ({ state: { data } }) =>
        data && isMaking(data.data) ? refetchSoonMs : refetchMs,
      refetchOnMount: 'always',
    },
  )
  return (
    <>
      <BackupPlanForm />
      <Fetched query={query} failure="Failed to fetch the backups">
        {(status) => (
          <>
            <Plan {...status} />
            <BackUpNow status={status} />
            <Opener line="Latest backups">
              <ul className="ruled-list" aria-label="Latest backups">
                {status.backups.map((backup) => (
                  <BackupRow key={backup.dueAt} backup={backup} />
                ))}
              </ul>
            </Opener>
          </>
        )}
      </Fetched>
    </>
  )
}

function Plan({ nextAt, isSentElsewhere }: BackupStatus) {
  return (
    <p className="office-about">
      {nextAt ? (
        <>
          Next backup: <Time at={nextAt} show={untilText} />.
        </>
      ) : (
        'No backup is scheduled.'
      )}{' '}
      {isSentElsewhere
        ? 'Each one is also sent to another machine.'
        : 'If this disk fails, the backups on it are lost too. Ask your administrator to have them sent to another machine.'}
    </p>
  )
}

/** Has a backup made at once, after a fresh proof of who asks. */
function BackUpNow({ status }: { status: BackupStatus }) {
  const { mutate, isPending } = useChange(api.makeBackup, {
    failure: 'Failed to start a backup',
  })
  const isBusy = isPending || isMaking(status)
  const [newest] = status.backups
  /** When the newest one began as the button was pressed. */
  const [before, setBefore] = useState<string>()
  const hasEnded = newest && before !== undefined && newest.startedAt > before
  return (
    <div className="actions">
      <Button
        look="line"
        isBusy={isBusy}
        onPress={() => {
          setBefore(newest?.startedAt ?? '')
          mutate()
        }}
      >
        Back up now
      </Button>
      <p role="status">
        {isMaking(status)
          ? 'A backup is being made and tested. You can leave this page.'
          : hasEnded && outcomeOf(newest)}
      </p>
    </div>
  )
}

function outcomeOf({ state, problem }: Backup): string {
  if (state === 'failed') return `The backup failed. ${problem ?? ''}`.trim()
  return problem ?? 'The backup was made and passed its test.'
}

const marks: Record<Backup['state'], { mark: string; tone?: 'good' | 'bad' }> = {
  running: { mark: 'Being made' },
  done: { mark: 'Tested', tone: 'good' },
  failed: { mark: 'Failed', tone: 'bad' },
}

/** One backup. Its file is downloaded after a fresh proof of who asks. */
function BackupRow({ backup }: { backup: Backup }) {
  const { state, finishedAt, startedAt, bytes, leads, problem, file, host, isHere } = backup
  const { mutate: download, isPending: isAsking } = useChange(api.backupDownload, {
    refetches: [],
    send: (name: string) => ({ params: { file: name } }),
    failure: 'Failed to fetch the backup',
    onAnswer: (_answer, name) => location.assign(apiUrl(pathTo(api.backup, { file: name }))),
  })
  return (
    <OfficeRow
      title={<Time at={finishedAt ?? startedAt} />}
      about={
        <>
          {bytes !== null && leads !== null && (
            <p className="small muted">
              {`${megabytes.format(bytes / 1e6)}, ${counted(leads, 'request')}`}
              {!isHere && `; made on ${host}, file not on this machine`}
            </p>
          )}
          {problem && <p className="problem">{problem}</p>}
        </>
      }
      {...marks[state]}
    >
      {file && isHere && (
        <Button aria-label={`Download ${file}`} isBusy={isAsking} onPress={() => download(file)}>
          Download
        </Button>
      )}
    </OfficeRow>
  )
}
