import { z } from 'zod'
import { backupMinute, type Keep, type SaidOfBackups } from '#/contracts/settings/backup-plan.ts'

export type BackupConfig = {
  /** As cron writes it, in the business's time zone; undefined for none. */
  schedule: string | undefined
  folder: string
  /** The operator has named it, so it must exist; otherwise it is made. */
  isFolderNamed: boolean
  keep: Keep
  /** Run by the shell for each new backup, whose path is in `$1`. */
  command: string | undefined
  isMadeBeforeUpgrades: boolean
  /** Public keys to which backups are encrypted; empty for none. */
  publicKeys: string[]
}

const isDaily = new RegExp(`^${backupMinute} (\\d+) \\* \\* \\*$`)

/** The hour of a schedule as the office sets it; null for another one. */
export function hourOf(schedule: string | undefined): number | null {
  const [, hour] = isDaily.exec(schedule ?? '') ?? []
  return hour === undefined ? null : Number(hour)
}

/** When backups are made and how many are kept: as the machine says, else the owner, else as it is built in. */
export function planOf(
  { schedule, keep }: Pick<BackupConfig, 'schedule' | 'keep'>,
  isSetByMachine: { backupHour: boolean; backupKeep: boolean },
  said: SaidOfBackups = {},
): Pick<BackupConfig, 'schedule' | 'keep'> {
  const isHourSaid = said.hour !== undefined && !isSetByMachine.backupHour
  return {
    schedule: isHourSaid ? `${backupMinute} ${said.hour} * * *` : schedule,
    keep: isSetByMachine.backupKeep ? keep : (said.keep ?? keep),
  }
}

/** A public key of age, of either kind that it makes; Bech32 has neither 1, b, i nor o in its data. */
const publicKey = z.string().regex(/^age1(pq1)?[02-9ac-hj-np-z]{58,3000}$/)

/** Public keys of age, separated by commas. */
export const publicKeys = z
  .string()
  .transform((list) => list.split(',').map((key) => key.trim()))
  .pipe(z.array(publicKey))

const units = { d: 'days', w: 'weeks', m: 'months', y: 'years' } as const

function parseKeep(list: string): Keep {
  const keep: Keep = { days: 0, weeks: 0, months: 0, years: 0 }
  for (const [, count, unit] of list.matchAll(/(\d{1,4})([dwmy])/g)) {
    keep[units[unit as keyof typeof units]] = Number(count)
  }
  return keep
}

/** Such as `7d,4w,6m`. */
export const keepList = z
  .string()
  .transform((list) => list.replaceAll(' ', ''))
  .pipe(z.string().regex(/^\d{1,4}[dwmy](,\d{1,4}[dwmy])*$/))
  .transform(parseKeep)
