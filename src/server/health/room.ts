import { statfs } from 'node:fs/promises'
import { type Found, present } from './health.ts'

/** What a disk has left for the product, and how large it is, in bytes. */
export type Room = { free: number; all: number }

const megabyte = 1024 * 1024

/** A small disk is nearly full when less than a tenth of it is left. */
const scarceBytes = 2_000 * megabyte
const scarceShare = 0.1

/** PostgreSQL makes files of this size. */
const fullBytes = 16 * megabyte

/** A number of bytes in words. */
const inMegabytes = (bytes: number) =>
  bytes < 10_000 * megabyte
    ? `${Math.round(bytes / megabyte)} MB`
    : `${Math.round(bytes / megabyte / 1024)} GB`

/** Measures the disks of these folders, and returns the room on the fullest. Folders may be missing. */
export async function measureRoom(folders: readonly string[]): Promise<Room> {
  const rooms = await Promise.all(
    folders.map((folder) =>
      statfs(folder).then(
        ({ bavail, blocks, bsize }) => [{ free: bavail * bsize, all: blocks * bsize }],
        (error: NodeJS.ErrnoException) => {
          if (error.code === 'ENOENT') return []
          throw error
        },
      ),
    ),
  )
  const fullest = rooms.flat().toSorted((one, other) => one.free - other.free)[0]
  if (!fullest) throw new Error('none of the folders is there')
  return fullest
}

/** The finding about a disk that is full, or nearly. */
export function findInRoom({ free, all }: Room): Found[] {
  const left = inMegabytes(free)
  if (free < fullBytes) {
    return [{ key: 'disk-full', text: `The server’s disk is full, with ${left} left.` }]
  }
  return present<Found>(
    free < Math.min(scarceBytes, all * scarceShare) && {
      key: 'disk-low',
      text: `The server’s disk is nearly full, with ${left} left.`,
    },
  )
}
