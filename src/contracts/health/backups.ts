/** One scheduled backup. Times are ISO 8601 in UTC. */
export type Backup = {
  dueAt: string
  /** `done`: made, and restored for a trial. `failed`: there is none for that time, or it failed its trial. */
  state: 'running' | 'done' | 'failed'
  startedAt: string
  finishedAt: string | null
  /** The name of its file; null before there is one. */
  file: string | null
  /** The machine whose disk has it. */
  host: string
  bytes: number | null
  /** How many leads are in it. */
  leads: number | null
  /** What went wrong, as a sentence for the owner. */
  problem: string | null
  /** The process that sent this has the file. */
  isHere: boolean
}

/** The state of the backups, for the owner. */
export type BackupStatus = {
  /** Null where none is scheduled. */
  nextAt: string | null
  /** The last time of the schedule has passed some hours ago, and there is no backup for it. */
  isLate: boolean
  /** Each of them is sent to another place too. */
  isSentElsewhere: boolean
  /** Why BACKUP_DIR takes no backup, as a sentence for the owner; null if it does. */
  folderProblem: string | null
  /** The newest first, at most thirty. */
  backups: Backup[]
}
