/** `npm run faults -- disk [WORDS]`: a disk that is full, and cuts of power. Words choose rows by their names. */
import { runRows } from '#tests/support/machine/rows.ts'
import { diskFull } from './disk-full.ts'
import { powerCut } from './power-cut.ts'

await runRows([
  { name: 'the disk is full, and then is not', limitSeconds: 400, run: diskFull },
  { name: 'power cuts', limitSeconds: 900, run: powerCut },
])
