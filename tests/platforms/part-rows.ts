import { failingDisk } from './failing-disk.ts'
import { leastMemory, tooLittleMemory } from './little-memory.ts'
import { lostData } from './lost-data.ts'
import type { Row } from './machine.ts'
import { pooled } from './pooled.ts'
import { longRecovery } from './recovery.ts'
import { silentBackups } from './silent-backups.ts'
import { silentLog } from './silent-log.ts'
import { slowDisk } from './slow-disk.ts'

/** The rows with a part of the machine that fails, is slow, or hangs. */
export const partRows: Row[] = [
  { name: 'no sync of the database succeeds for 6 s', limitSeconds: 400, run: failingDisk },
  { name: 'each sync takes 2 s', limitSeconds: 400, run: slowDisk },
  { name: 'pgbouncer before a database that does not wait', limitSeconds: 300, run: pooled },
  { name: 'the disk of the backups does not answer', limitSeconds: 600, run: silentBackups },
  { name: 'the disk of the log does not answer', limitSeconds: 200, run: silentLog },
  { name: 'a read-only DATA_DIR, and lost databases', limitSeconds: 120, run: lostData },
  { name: 'a backup of 100,000 leads with the least memory', limitSeconds: 300, run: leastMemory },
  { name: 'a backup with too little memory', limitSeconds: 300, run: tooLittleMemory },
  { name: 'a recovery of 100 s after a power cut', limitSeconds: 400, run: longRecovery },
]
