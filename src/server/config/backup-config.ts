import { join, resolve } from 'node:path'
import { z } from 'zod'
import { schedule, scheduleWords } from '../time/schedule.ts'

/** How many backups are kept: the newest of each of the last so many days, weeks, months and years. */
export type Keep = { days: number; weeks: number; months: number; years: number }

/** When backups are made, where they are kept, and what is done with them. */
export type BackupConfig = {
  /** As cron writes it, in the business's time zone; undefined for none. */
  schedule: string | undefined
  folder: string
  /** The operator has named it, so it must be there; else it is made. */
  isFolderNamed: boolean
  keep: Keep
  /** Run by the shell for each new backup, whose path is in `$1`. */
  command: string | undefined
  /** One is made before migrations change the database. */
  isMadeBeforeUpgrades: boolean
  /** Public keys to which backups are encrypted; for none they are not. */
  publicKeys: string[]
}

/** A public key of age, of either kind that it makes; Bech32 has neither 1, b, i nor o in its data. */
const publicKey = z.string().regex(/^age1(pq1)?[02-9ac-hj-np-z]{58,3000}$/)

const publicKeys = z
  .string()
  .transform((list) => list.split(',').map((key) => key.trim()))
  .pipe(z.array(publicKey))

const units = { d: 'days', w: 'weeks', m: 'months', y: 'years' } as const
const keepList = /^\d{1,4}[dwmy](,\d{1,4}[dwmy])*$/

function parseKeep(list: string): Keep {
  const keep: Keep = { days: 0, weeks: 0, months: 0, years: 0 }
  for (const [, count, unit] of list.matchAll(/(\d+)([dwmy])/g)) {
    keep[units[unit as keyof typeof units]] = Number(count)
  }
  return keep
}

/** At night, when visitors are few, and not at a full hour, when everything else is done. */
const nightly = '17 3 * * *'

/** The schema of each variable, and the words of the error message for a wrong value. */
export const backupVariables = {
  BACKUP_SCHEDULE: { schema: schedule.optional(), expected: scheduleWords },
  BACKUP_DIR: { schema: z.string().min(1).optional(), expected: 'a folder' },
  BACKUP_KEEP: {
    schema: z
      .string()
      .transform((list) => list.replaceAll(' ', ''))
      .pipe(z.string().regex(keepList))
      .default('7d,4w,6m')
      .transform(parseKeep),
    expected: 'numbers of days, weeks, months and years, such as 7d,4w,6m',
  },
  BACKUP_COMMAND: { schema: z.string().min(1).optional(), expected: 'a command' },
  UPGRADE_BACKUP: {
    schema: z
      .enum(['on', 'off'])
      .default('on')
      .transform((value) => value === 'on'),
    expected: 'on or off',
  },
  BACKUP_KEY: {
    schema: publicKeys.default([]),
    expected: 'public keys of age, separated by commas, such as age1…',
  },
} as const

type Values = {
  [Name in keyof typeof backupVariables]: z.infer<(typeof backupVariables)[Name]['schema']>
}

/** The settings of backups. A database of the owner's own is not backed up unless that is set. */
export function readBackupConfig(
  values: Values,
  { dataDir, databaseUrl }: { dataDir: string; databaseUrl: string | undefined },
): BackupConfig {
  const schedule = values.BACKUP_SCHEDULE ?? (databaseUrl ? 'off' : nightly)
  return {
    schedule: schedule === 'off' ? undefined : schedule,
    folder: resolve(values.BACKUP_DIR ?? join(dataDir, 'backups')),
    isFolderNamed: values.BACKUP_DIR !== undefined,
    keep: values.BACKUP_KEEP,
    command: values.BACKUP_COMMAND,
    isMadeBeforeUpgrades: values.UPGRADE_BACKUP,
    publicKeys: values.BACKUP_KEY,
  }
}
