import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ServerProcess } from '../server-process.ts'
import { cutOff, type Disk, makeDisk } from './disk.ts'
import { type Machine, NotPossible, run } from './machine.ts'
import { assertNothingLeft } from './misfortunes.ts'
import { assertStored, send, start, stopCleanly } from './product.ts'

const cuts = 50
const cutsInFirstStart = 10
const senders = 3
/** The power goes at a random moment of this time after the product listens. */
const longestLifeMs = 500
const longestFirstStartMs = 2_000
const diskMegabytes = 300

async function cutPower(disk: Disk): Promise<void> {
  await cutOff(disk)
  await disk.detach()
  await disk.attach()
}

/** Without this the row would prove nothing: only what was synced may outlast a cut. */
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

/** Sends until the product is gone. Answers the statuses that should not be. */
async function sendUntilDark(server: ServerProcess, label: string, taken: string[]) {
  const wrong: number[] = []
  for (let i = 0; ; i += 1) {
    const name = `${label} ${i}`
    const status = await send(server, name).catch(() => undefined)
    if (status === undefined) return wrong
    if (status === 201) taken.push(name)
    else if (status === 503) await sleep(20)
    else wrong.push(status)
  }
}

async function cutUnderLoad(disk: Disk, dataDir: string): Promise<number> {
  const taken: string[] = []
  for (let round = 0; round < cuts; round += 1) {
    const server = await start({ dataDir })
    await assertStored(dataDir, taken)
    const sending = Array.from({ length: senders }, (_, sender) =>
      sendUntilDark(server, `Cut ${round} sender ${sender}`, taken),
    )
    await sleep(Math.random() * longestLifeMs)
    await cutPower(disk)
    const wrong = (await Promise.all(sending)).flat()
    if (wrong.length > 0) throw new Error(`answered ${wrong.join(', ')}: ${server.stderr()}`)
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
    await sleep(Math.random() * longestFirstStartMs)
    await cutPower(disk)
    await starting
    const server = await start({ dataDir })
    assertNothingLeft(dataDir)
    await stopCleanly(server, dataDir)
  }
}

/** The power goes while requests are taken, and while the database is being made. */
export async function powerCut(machine: Machine): Promise<string> {
  const disk = await makeDisk(machine, diskMegabytes)
  await assertCutsLoseWrites(disk)
  const dataDir = join(disk.path, 'data')
  const taken = await cutUnderLoad(disk, dataDir)
  await cutInFirstStart(disk, dataDir)
  return `${cuts} cuts under load lost none of ${taken} requests taken; works after ${cutsInFirstStart} cuts during a first start`
}
