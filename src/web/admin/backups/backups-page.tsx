import { useState } from 'react'
import type { Backup, BackupStatus } from '#/contracts/health/backups.ts'
import { apiPaths, backupDownloadPath, backupPath } from '#/contracts/routes.ts'
import { useSite } from '../../words.ts'
import { useFindings } from '../shell/findings.tsx'
import { OfficePart } from '../shell/part-form.tsx'
import { Loading, QueryFailure } from '../shell/query-states.tsx'
import { useChange, useServerData } from '../shell/server-data.ts'
import { ExactTime, TimeUntil } from '../shell/times.tsx'
import { BackupPlanForm } from './backup-plan.tsx'

const refetchMs = 60_000

/** While one is being made. */
const refetchSoonMs = 2_000

/** True while a backup is being made. */
const isMaking = ({ backups }: BackupStatus) => backups.some(({ state }) => state === 'running')

/** The state of the backups. */
function useBackups() {
  return useServerData<BackupStatus>(apiPaths.backups, {
    refetchInterval: ({ state: { data } }) =>
      data && isMaking(data.data) ? refetchSoonMs : refetchMs,
    refetchOnMount: 'always',
  })
}

/** Has a backup made at once, after a fresh proof of who asks. */
function useBackUpNow() {
  return useChange({
    call: () => ({ method: 'POST', path: apiPaths.backups }),
    failure: 'Failed to start a backup',
    refetches: [apiPaths.backups],
  })
}

/** Has the browser save the file of a backup, after a fresh proof of who asks. */
function useDownload() {
  const { apiBaseUrl } = useSite()
  return useChange({
    call: (file: string) => ({ method: 'POST', path: backupDownloadPath(file) }),
    failure: 'Failed to fetch the backup',
    onAnswer: (_answer, file) => location.assign(`${apiBaseUrl}${backupPath(file)}`),
  })
}

const units = ['KB', 'MB', 'GB', 'TB']

/** A number of bytes as text: '12.3 MB'. */
function sizeText(bytes: number): string {
  let size = bytes / 1024
  let unit = 0
  for (; size >= 1000 && unit < units.length - 1; unit += 1) size /= 1024
  return `${size < 10 ? size.toFixed(1) : Math.round(size)} ${units[unit]}`
}

/** The backups: how often they are made, the latest ones, and their files to download. */
export function BackupsPage() {
  const query = useBackups()
  const status = query.data
  return (
    <div className="office-column">
      <OfficePart heading="Backups of all that is stored">
        <p className="office-about">
          A backup holds everything in the database as of one moment. Each one is test-restored into
          a separate database, and counts only if every row comes back unchanged.
        </p>
        <QueryFailure query={query} text="Failed to fetch the backups" />
        {query.isPending && <Loading />}
        {status && <State status={status} />}
        <BackupPlanForm />
        {status && (
          <>
            <BackUpNow status={status} />
            <ul className="ruled-list" aria-label="Latest backups">
              {status.backups.map((backup) => (
                <BackupRow key={backup.dueAt} backup={backup} />
              ))}
            </ul>
          </>
        )}
      </OfficePart>
    </div>
  )
}

function State({ status: { nextAt, isSentElsewhere } }: { status: BackupStatus }) {
  const { data: findings = [] } = useFindings()
  const troubles = findings.filter(({ key }) => key.startsWith('backup-'))
  return (
    <>
      {troubles.map(({ key, text }) => (
        <p key={key} className="problem">
          {text}
        </p>
      ))}
      <p className="office-about">
        {nextAt ? (
          <>
            Next backup: <TimeUntil at={nextAt} />.
          </>
        ) : (
          'No backup is planned.'
        )}{' '}
        Anyone who has a file can read every request in it.{' '}
        {isSentElsewhere
          ? 'Each one is sent to another machine too.'
          : 'If this disk fails, the backups on it are lost too. Ask whoever runs this machine to have them sent to another one.'}
      </p>
    </>
  )
}

function BackUpNow({ status }: { status: BackupStatus }) {
  const { mutate, isPending } = useBackUpNow()
  const isBusy = isPending || isMaking(status)
  const [newest] = status.backups
  /** When the newest one began as the button was pressed. */
  const [before, setBefore] = useState<string>()
  const hasEnded = newest && before !== undefined && newest.startedAt > before
  return (
    <div className="backup-now">
      <button
        className="btn btn-line btn-small"
        type="button"
        aria-disabled={isBusy}
        onClick={() => {
          if (isBusy) return
          setBefore(newest?.startedAt ?? '')
          mutate()
        }}
      >
        Back up now
      </button>
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

const states: Record<Backup['state'], { label: string; tone?: string }> = {
  running: { label: 'Being made' },
  done: { label: 'Tested', tone: 'good' },
  failed: { label: 'Failed', tone: 'bad' },
}

function BackupRow({ backup }: { backup: Backup }) {
  const { state, finishedAt, startedAt, bytes, leads, problem, file, host, isHere } = backup
  const { mutate: download, isPending: isAsking } = useDownload()
  const { label, tone } = states[state]
  return (
    <li className="backup">
      <div className="backup-what">
        <p className="strong">
          <ExactTime at={finishedAt ?? startedAt} />
        </p>
        {bytes !== null && leads !== null && (
          <p className="fine">
            {sizeText(bytes)}, {leads.toLocaleString('en-US')}{' '}
            {leads === 1 ? 'request' : 'requests'}
            {!isHere && `; no longer on this machine, made on ${host}`}
          </p>
        )}
        {problem && <p className="problem">{problem}</p>}
      </div>
      <span className="state-mark" data-tone={tone}>
        {label}
      </span>
      {file && isHere && (
        <button
          className="row-button"
          type="button"
          aria-label={`Download ${file}`}
          disabled={isAsking}
          onClick={() => download(file)}
        >
          Download
        </button>
      )}
    </li>
  )
}
