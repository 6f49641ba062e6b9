/**
 * Reads one backup for a download: the process that `readFile` in read-file.ts starts for it, with
 * the path as its only argument. Says `true` once the file is open, and writes it to its standard
 * output.
 */
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { dieFirst } from '../runtime/own-process.ts'

dieFirst()
// The server has died, and does not read it any more.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
try {
  const file = await open(process.argv[2] ?? '', 'r')
  process.send?.(true)
  await pipeline(file.createReadStream({ highWaterMark: 256 * 1024 }), process.stdout)
  process.exit(0)
} catch {
  process.exit(1)
}
