import { findInBackups, readStatus } from '../backup/schedule/backup-status.ts'
import { planOf } from '../config/backup-config.ts'
import type { Config } from '../config/config.ts'
import type { Database } from '../db/database.ts'
import { readSettings } from '../db/site-settings.ts'
import { present } from '../health/health.ts'
import { findInProbe, readProbeStatus } from '../probe/probe-status.ts'
import { inWords } from '../time/local-day.ts'
import { timesOf } from '../time/schedule.ts'
import { type Finding, good, told, warn } from './finding.ts'

const nextIs = (nextAt: Date | string | null | undefined) =>
  nextAt ? ` The next is due on ${inWords(nextAt)}.` : ''

/** The scheduled backups, and when the next one is made: the first finding. */
export async function checkBackups(
  db: Database,
  { backup, isSetByMachine }: Config,
): Promise<Finding[]> {
  const { schedule } = planOf(backup, isSetByMachine, (await readSettings(db)).backupPlan)
  if (!schedule) {
    return [
      warn(
        'No backups are made here.',
        'Set the time under Backups, or BACKUP_SCHEDULE, unless the database is backed up some other way and a restore has been tried once.',
      ),
    ]
  }
  const isEncrypted = backup.publicKeys.length > 0
  const status = await readStatus({ db, times: timesOf(schedule), isEncrypted })
  const next = nextIs(status.nextAt)
  const wrong = findInBackups(status)
  if (wrong.length > 0) return wrong.map((found) => told({ ...found, text: found.text + next }))
  const made = status.backups.find(({ state }) => state === 'done')
  return present(
    made
      ? good(`The last backup is of ${inWords(made.dueAt)}, and was restored for a trial.${next}`)
      : warn(`There is no backup yet.${next}`, 'Look again after that.'),
    !backup.command &&
      warn(
        `Backups stay in ${backup.folder}: a disk that breaks may take them along.`,
        'Set BACKUP_COMMAND to what sends them to another machine.',
      ),
  )
}

/** How the last probe ended, and when the next one is sent; empty where none is scheduled. */
export async function checkProbe(db: Database, { probeSchedule }: Config): Promise<Finding[]> {
  if (!probeSchedule) return []
  const status = await readProbeStatus(db, timesOf(probeSchedule))
  const next = nextIs(status.nextAt)
  const wrong = findInProbe(status)
  if (wrong.length > 0) return wrong.map((found) => told({ ...found, text: found.text + next }))
  const { last } = status
  const came = last ? `The probe of ${inWords(last.dueAt)} came through.` : 'There is no probe yet.'
  return [good(came + next)]
}

/** What runs when, and how it ended last, in the doctor's words on one line. */
export async function tellSchedules(db: Database, config: Config): Promise<string> {
  const [[backups], probe] = await Promise.all([checkBackups(db, config), checkProbe(db, config)])
  return present(backups, ...probe)
    .map(({ state, text }) => (state === 'bad' ? `BAD: ${text}` : text))
    .join(' ')
}
