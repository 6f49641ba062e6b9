import { closeSync, openSync, readSync } from 'node:fs'
import { relative } from 'node:path'

/** The bytes of a write: where they are in the recording, or zeros. */
export type Bytes = Buffer | 'zeros'

/**
 * One call of a recorded process. Paths are relative to the recorded folder, and files that are open
 * are known by their inode. A sync is two records, of its begin and of its end.
 */
export type Recorded =
  | { kind: 'create' | 'makeFolder'; path: string; inode: number }
  | { kind: 'write'; inode: number; offset: number; size: number; bytes: Bytes }
  | { kind: 'resize' | 'grow'; inode: number; size: number }
  | { kind: 'syncBegins' | 'syncEnds'; inode: number; id: number }
  | { kind: 'rename' | 'link'; path: string; target: string }
  | { kind: 'remove'; path: string }

/** The order of `enum kind` in recorder.c. */
const kinds = [
  ...(['create', 'makeFolder', 'write', 'resize', 'grow'] as const),
  ...(['syncBegins', 'syncEnds', 'rename', 'remove', 'link'] as const),
]

/** The sizes in recorder.c: of the recording's header, and of `struct record`. */
const headerSize = 4096
const recordSize = 40

function readOne(log: Buffer, start: number, root: string): Recorded {
  const kind = kinds[log.readUInt8(start + 4) - 1]
  const numberAt = (offset: number) => Number(log.readBigUInt64LE(start + offset))
  const [inode, offset, size] = [numberAt(16), numberAt(24), numberAt(32)]
  const pathEnd = start + recordSize + log.readUInt16LE(start + 6)
  const targetEnd = pathEnd + log.readUInt16LE(start + 8)
  const toPath = (from: number, to: number) => relative(root, log.toString('utf8', from, to))
  const path = toPath(start + recordSize, pathEnd)
  switch (kind) {
    case 'create':
    case 'makeFolder':
      return { kind, path, inode }
    case 'write': {
      const isZero = log.readUInt8(start + 5) === 1
      const bytes = isZero ? 'zeros' : log.subarray(targetEnd, targetEnd + size)
      return { kind, inode, offset, size, bytes }
    }
    case 'resize':
    case 'grow':
      return { kind, inode, size }
    case 'syncBegins':
    case 'syncEnds':
      return { kind, inode, id: offset }
    case 'rename':
    case 'link':
      return { kind, path, target: toPath(pathEnd, targetEnd) }
    case 'remove':
      return { kind, path }
    default:
      throw new Error(`the recording is broken at byte ${start}`)
  }
}

/** A part of a file. Most of a recording's file is empty. */
function readPart(file: number, start: number, size: number): Buffer {
  const bytes = Buffer.alloc(size)
  return bytes.subarray(0, readSync(file, bytes, 0, size, start))
}

/** Reads what recorder.c has written, of processes that worked below a folder. */
export function readRecording(path: string, root: string): Recorded[] {
  const file = openSync(path, 'r')
  try {
    const header = readPart(file, 0, headerSize)
    if (header.readUInt32LE(4) > 0) throw new Error('the recording is too small for what happened')
    const log = readPart(file, 0, Number(header.readBigUInt64LE(8)))
    const records: Recorded[] = []
    for (let at = headerSize; at < log.length; at += log.readUInt32LE(at)) {
      records.push(readOne(log, at, root))
    }
    return records
  } finally {
    closeSync(file)
  }
}
