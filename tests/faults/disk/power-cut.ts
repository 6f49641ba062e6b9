import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Machine, run } from '#tests/support/machine/take-machine.ts'
import { sendLead } from '#tests/support/send-lead.ts'
import type { ServerProcess } from '#tests/support/server-process.ts'
import { cutOff, type Disk, makeDisk } from './disk.ts'
import { assertStored, type Installation, start, stopCleanly } from './product.ts'

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

/** Sends requests until the product does not answer. Returns the unexpected statuses. */
async function sendUntilCut(server: ServerProcess, label: string, taken: string[]) {
  const unexpected: number[] = []
  for (let i = 0; ; i += 1) {
    const name = `${label} ${i}`
    const { status } = await sendLead(server.url, { name })
    if (status === 0) return unexpected
    if (status === 201) taken.push(name)
    else if (status === 503 || status === 504) await sleep(20)
    else unexpected.push(status)
  }
}

/** Throws as soon as a request is lost that was taken. Returns how many were taken. */
async function cutUnderLoad(disk: Disk, installation: Installation, rounds: number) {
  const taken: string[] = []
  const startAgain = async () => {
    const server = await start({ ...installation, withDatabase: true })
    await assertStored(installation.dataDir, taken)
    return server
  }
  for (let round = 0; round < rounds; round += 1) {
    const server = await startAgain()
    const sending = Array.from({ length: senders }, (_, sender) =>
      sendUntilCut(server, `Cut ${round} sender ${sender}`, taken),
    )
    await sleep(Math.random() * maxLifeMs)
    await cutPower(disk)
    const unexpected = (await Promise.all(sending)).flat()
    if (unexpected.length > 0)
      throw new Error(`answered ${unexpected.join(', ')}: ${server.stderr()}`)
  }
  await stopCleanly(await startAgain(), installation.dataDir)
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
    const server = await start({ dataDir, withDatabase: true })
    const left = readdirSync(dataDir).filter((name) => name.startsWith('postgres.new-'))
    if (left.length > 0) throw new Error(`left over: ${left.join(', ')}`)
    await stopCleanly(server, dataDir)
  }
}

/** The power is cut while requests are taken, and while the database is being made. */
export async function powerCut(machine: Machine): Promise<string> {
  const disk = await makeDisk(machine, diskMegabytes)
  const at = (name: string) => join(disk.path, name)
  // A cut that loses nothing that was not synced would prove nothing.
  writeFileSync(at('unsynced'), 'gone')
  await cutPower(disk)
  if (existsSync(at('unsynced'))) throw new Error('a cut loses nothing')
  const taken = await cutUnderLoad(disk, { dataDir: at('data') }, cuts)
  await cutInFirstStart(disk, at('data'))
  return `${cuts} cuts under load lost none of ${taken} requests taken; works after ${cutsInFirstStart} cuts during a first start`
}
