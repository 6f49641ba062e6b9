import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ServerProcess } from '#tests/support/server-process.ts'
import { cutOff, type Disk, makeDisk } from './disk.ts'
import { assertNothingLeft } from './faults.ts'
import { type Machine, NotPossible, run } from './machine.ts'
import { assertStored, send, start, stopCleanly } from './product.ts'

const cuts = 50
const cutsInFirstStart = 10
const senders = 3
/** The power is cut at a random moment within this time after the product listens. */
const maxLifeMs = 500
const maxFirstStartMs = 2_000
const diskMegabytes = 300

async function cutPower(disk: Disk): Promise<void> {
  await cutOff(disk)
  await disk.detach()
  await disk.attach()
}

/** Checks that a cut loses what was not synced. Otherwise the row would prove nothing. */
async function assertCutsLoseWrites(disk: Disk): Promise<void> {
  const synced = join(disk.path, 'synced')
  const written = join(disk.path, 'written')
  writeFileSync(synced, 'x')
  await run('sync', '-f', synced)
  writeFileSync(written, 'x')
  try {
    await cutPower(disk)
  } catch (error) {
    throw new NotPossible(`the file system cannot be cut off (${(error as Error).message})`)
  }
  if (!existsSync(synced) || existsSync(written)) {
    throw new NotPossible('a file system that is cut off keeps what was not synced')
  }
  await run('rm', synced)
}

/** Sends requests until the product does not answer. Returns the unexpected statuses. */
async function sendUntilCut(server: ServerProcess, label: string, taken: string[]) {
  const unexpected: number[] = []
  for (let i = 0; ; i += 1) {
    const name = `${label} ${i}`
    const status = await send(server, name).catch(() => undefined)
    if (status === undefined) return unexpected
    if (status === 201) taken.push(name)
    else if (status === 503) await sleep(20)
    else unexpected.push(status)
  }
}

async function cutUnderLoad(disk: Disk, dataDir: string): Promise<number> {
  const taken: string[] = []
  for (let round = 0; round < cuts; round += 1) {
    const server = await start({ dataDir })
    await assertStored(dataDir, taken)
    const sending = Array.from({ length: senders }, (_, sender) =>
      sendUntilCut(server, `Cut ${round} sender ${sender}`, taken),
    )
    await sleep(Math.random() * maxLifeMs)
    await cutPower(disk)
    const unexpected = (await Promise.all(sending)).flat()
    if (unexpected.length > 0)
      throw new Error(`answered ${unexpected.join(', ')}: ${server.stderr()}`)
  }
  const server = await start({ dataDir })
  await assertStored(dataDir, taken)
  await stopCleanly(server, dataDir)
  return taken.length
}

async function cutInFirstStart(disk: Disk, dataDir: string): Promise<void> {
  for (let round = 0; round < cutsInFirstStart; round += 1) {
    await run('rm', '-rf', dataDir)
    await run('sync', '-f', disk.path)
    const starting = start({ dataDir }).catch(() => {})
    await sleep(Math.random() * maxFirstStartMs)
    await cutPower(disk)
    await starting
    const server = await start({ dataDir })
    assertNothingLeft(dataDir)
    await stopCleanly(server, dataDir)
  }
}

/** The power is cut while requests are taken, and while the database is being made. */
export async function powerCut(machine: Machine): Promise<string> {
  const disk = await makeDisk(machine, diskMegabytes)
  await assertCutsLoseWrites(disk)
  const dataDir = join(disk.path, 'data')
  const taken = await cutUnderLoad(disk, dataDir)
  await cutInFirstStart(disk, dataDir)
  return `${cuts} cuts under load lost none of ${taken} requests taken; works after ${cutsInFirstStart} cuts during a first start`
}
