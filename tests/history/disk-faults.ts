import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { cutOff, type Disk, makeDisk } from '../platforms/disk.ts'
import { type Machine, NotPossible, run } from '../platforms/machine.ts'
import type { Products } from './products.ts'
import type { Setup } from './setup.ts'

/** A million leads take 2,500. */
const megabytes = 6_000
const keptForWriting = 8_000_000

/** A disk of its own for a setup; undefined if this machine or user cannot have one. */
export async function diskIfPossible(machine: Machine): Promise<Disk | undefined> {
  if (process.getuid?.() !== 0) return undefined
  try {
    return await makeDisk(machine, megabytes)
  } catch (error) {
    if (error instanceof NotPossible) return undefined
    throw error
  }
}

/** What can happen to the disk below a product and its database. */
export function diskFaults(disk: Disk, products: Products): Setup['faults'] {
  const filler = join(disk.path, 'filler')
  return {
    'disk full': {
      victim: 'product',
      async make({ lastsMs }) {
        const most = disk.freeBytes() - keptForWriting
        // The rest is written, until the disk takes no more.
        await run(
          'sh',
          '-c',
          'fallocate -l "$1" "$0"; cat /dev/zero >> "$0"',
          filler,
          String(most),
        ).catch(() => {})
        await sleep(lastsMs)
        await rm(filler, { force: true })
      },
    },
    'power cut': {
      victim: 'product',
      async make() {
        await products.killAll(() => cutOff(disk))
        await disk.detach()
        await disk.attach()
        // That it was deleted may have been lost too.
        await rm(filler, { force: true })
        await products.startAll()
      },
    },
  }
}
