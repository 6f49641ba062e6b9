import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { listLogFiles, logFileName } from './bases.ts'
import { appendPiece, findLogEnd, type Seal } from './log-pieces.ts'
import { formatLsn, type LogShape, type Lsn, readLog, segmentName, segmentStart } from './wal.ts'

/** The log that follows a base, and how far it is archived. */
export type Chain = ReturnType<typeof openChain>

/** Where a chain comes from, and where it goes to. */
export type ChainPlaces = { cluster: string; path: string; shape: LogShape; seal: Seal }

/** The most that is in memory at once, compressed and not, beside the site. */
const longestPiece = 1024n * 1024n

/** The server's own disk failed, not that of the archive. */
export class LogUnread extends Error {}

/** Goes on with the log of a base from a place, in new files: a file that is written is never changed. */
export function openChain({ cluster, path, shape, seal }: ChainPlaces, from: Lsn, bytesBefore = 0) {
  const size = BigInt(shape.segmentBytes)
  let position = from
  let bytes = bytesBefore
  let file: { path: string; length: number } | undefined

  function newFile() {
    const offset = Number(position - segmentStart(position, shape.segmentBytes))
    return { path: join(path, logFileName(segmentName(position, shape), offset)), length: 0 }
  }

  async function appendNext(to: Lsn, at: Date) {
    const next = segmentStart(position, shape.segmentBytes) + size
    const end = [to, next, position + longestPiece].reduce((one, other) =>
      one < other ? one : other,
    )
    const content = await readLog(cluster, shape, position, end).catch((cause) => {
      throw new LogUnread(`the log cannot be read at ${formatLsn(position)}`, { cause })
    })
    file ??= newFile()
    const { timeline } = shape
    const length = await appendPiece(
      file.path,
      file.length,
      { timeline, lsn: position, at, bytes: content },
      seal,
    )
    bytes += length - file.length
    file.length = length
    position = end
    // As the server does it.
    if (end === next) file = undefined
  }

  return {
    /** All before this place is on the archive's disk. */
    position: () => position,
    /** How many bytes it has in the archive. */
    bytes: () => bytes,
    /** Adds the server's log up to a flushed place; `at` is a time until which it has everything. */
    async append(to: Lsn, at: Date) {
      while (position < to) await appendNext(to, at)
    },
  }
}

/** How far the log in the folder of a base reaches (0 if there is none), and its size in bytes. */
export async function findPosition(
  path: string,
  { base, key }: Seal,
): Promise<{ position: Lsn; bytes: number }> {
  const files = await listLogFiles(path)
  let bytes = 0
  for (const file of files) bytes += (await stat(file)).size
  for (const file of files.reverse()) {
    const position = await findLogEnd(file, base, key)
    if (position > 0n) return { position, bytes }
  }
  return { position: 0n, bytes }
}
