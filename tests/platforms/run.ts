/**
 * `npm run faults -- platforms [WORDS]`: the product on many kinds of machines, which this one imitates,
 * and with parts of the machine that fail, are slow or hang. Words choose rows by their names.
 */
import { runRows } from '#tests/support/machine/rows.ts'
import { diskFull } from './disk-full.ts'
import { installationRows } from './installations.ts'
import { leastMemory, tooLittleMemory } from './little-memory.ts'
import { pooled } from './pooled.ts'
import { powerCut } from './power-cut.ts'
import { longRecovery } from './recovery.ts'
import { silentBackups } from './silent-backups.ts'
import { silentLog } from './silent-log.ts'
import { failingDisk, slowDisk } from './syncs.ts'

await runRows([
  ...installationRows,
  { name: 'the disk is full, and then is not', limitSeconds: 400, run: diskFull },
  { name: 'power cuts', limitSeconds: 900, run: powerCut },
  { name: 'no sync of the database succeeds for 6 s', limitSeconds: 400, run: failingDisk },
  { name: 'each sync takes 2 s', limitSeconds: 400, run: slowDisk },
  { name: 'pgbouncer before a database that does not wait', limitSeconds: 300, run: pooled },
  { name: 'the disk of the backups does not answer', limitSeconds: 600, run: silentBackups },
  { name: 'the disk of the log does not answer', limitSeconds: 200, run: silentLog },
  { name: 'a backup of 100,000 leads with the least memory', limitSeconds: 300, run: leastMemory },
  { name: 'a backup with too little memory', limitSeconds: 300, run: tooLittleMemory },
  { name: 'a recovery of 100 s after a power cut', limitSeconds: 400, run: longRecovery },
])
