import { z } from 'zod'

/** `done`: made, and restored for a trial. `failed`: there is no backup for that time, or one that failed its trial. */
export const backupStates = ['running', 'done', 'failed'] as const

/** One scheduled backup. Times are ISO 8601 in UTC. */
const backupSchema = z.object({
  dueAt: z.iso.datetime(),
  state: z.enum(backupStates),
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
  /** The name of its file; null before there is one. */
  file: z.string().nullable(),
  /** The machine whose disk has it. */
  host: z.string(),
  bytes: z.int().nullable(),
  /** How many leads are in it. */
  leads: z.int().nullable(),
  /** What went wrong, as a sentence for the owner. */
  problem: z.string().nullable(),
  /** The process that sent this has the file. */
  isHere: z.boolean(),
})

export type Backup = z.infer<typeof backupSchema>

/** The state of the backups, for the owner. */
export const backupStatusSchema = z.object({
  /** Null where none is scheduled. */
  nextAt: z.iso.datetime().nullable(),
  /** The last time of the schedule has passed some hours ago, and there is no backup for it. */
  isLate: z.boolean(),
  /** Each of them is sent to another place too. */
  isSentElsewhere: z.boolean(),
  /** Why BACKUP_DIR takes no backup, as a sentence for the owner; null if it does. */
  folderProblem: z.string().nullable(),
  /** The newest first, at most thirty. */
  backups: z.array(backupSchema),
})

export type BackupStatus = z.infer<typeof backupStatusSchema>
