import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { endProcessesUsing, type Machine, run } from '#tests/support/machine/take-machine.ts'
import { waitUntil } from '#tests/support/machine/wait.ts'

const letGoMs = 5_000

/** Makes and mounts a small disk with an ext4 file system, kept in a file. */
export async function makeDisk(machine: Machine, megabytes: number) {
  const folder = machine.folder()
  const image = join(folder, 'image')
  const path = join(folder, 'disk')
  let isAttached = false
  async function attach() {
    await run('mount', '-o', 'loop', image, path)
    isAttached = true
  }
  /** Kills the processes that use the disk, and unmounts it. */
  async function detach() {
    if (!isAttached) return
    await endProcessesUsing(path)
    await run('umount', path)
    isAttached = false
    // Another mount namespace, made meanwhile, has a mount of its own: the disk would come back as it is.
    const isLetGo = async () => (await run('losetup', '-j', image)) === ''
    await waitUntil('nobody else uses the disk', isLetGo, letGoMs)
  }
  mkdirSync(path)
  await run('truncate', '-s', `${megabytes}M`, image)
  await run('mkfs.ext4', '-q', '-m', '0', image)
  machine.atEnd(detach)
  await attach()
  return {
    /** Where it is mounted. */
    path,
    attach,
    detach,
  }
}

export type Disk = Awaited<ReturnType<typeof makeDisk>>

/** FS_IOC_SHUTDOWN with FS_SHUTDOWN_FLAGS_NOLOGFLUSH, of the kernel's ext4.h. */
const shutdown = `
  open(my $folder, '<', $ARGV[0]) or die $!;
  my $withoutFlush = pack('L', 2);
  ioctl($folder, 0x8004587D, $withoutFlush) or die $!`

/**
 * Cuts a disk off: from now on no write reaches it, and what was written but not synced is lost
 * with the page cache. After `detach` and `attach` the disk is as it is after a power cut, except
 * that a real disk may also lose the content of its own cache.
 */
export const cutOff = (disk: Disk) => run('perl', '-e', shutdown, disk.path)
