import { failingDisk } from './failing-disk.ts'
import type { Row } from './machine.ts'

/** The rows with a part of the machine that fails, is slow, or hangs. */
export const partRows: Row[] = [
  { name: 'no sync of the database succeeds for 6 s', limitSeconds: 400, run: failingDisk },
]
