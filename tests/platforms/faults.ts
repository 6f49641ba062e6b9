import { execFile, spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { runUntilExit, type ServerProcess } from '#tests/support/server-process.ts'
import { endProcessesUsing, type Machine, until, within } from './machine.ts'
import {
  assertStored,
  assertWorks,
  sendTaken,
  start,
  stopCleanly,
  thisCheckout,
} from './product.ts'

/** Throws if an interrupted start left an unfinished cluster. */
export function assertNothingLeft(dataDir: string): void {
  const left = readdirSync(dataDir).filter((name) => name.startsWith('postgres.new-'))
  if (left.length > 0) throw new Error(`left over: ${left.join(', ')}`)
}

/** Two processes start at the same moment on an empty folder. */
export async function twoStartsAtOnce(machine: Machine): Promise<string> {
  const rounds = 10
  const folder = machine.folder()
  for (let round = 0; round < rounds; round += 1) {
    const dataDir = join(folder, `data ${round}`)
    const [one, other] = await Promise.all([start({ dataDir }), start({ dataDir })])
    const names = await Promise.all([sendTaken(one, 'One'), sendTaken(other, 'Other')])
    const code = await one.end('SIGTERM')
    if (code !== 0) throw new Error(`the stop of one ended with ${code}: ${one.stderr()}`)
    await assertStored(dataDir, names)
    await stopCleanly(other, dataDir)
    assertNothingLeft(dataDir)
  }
  return `both work, ${rounds} times`
}

/** A first start is killed at a random moment. Programs that it started may still run. */
export async function firstStartsKilled(machine: Machine): Promise<string> {
  const rounds = 20
  const folder = machine.folder()
  let slowestMs = 0
  for (let round = 0; round < rounds; round += 1) {
    const dataDir = join(folder, `data ${round}`)
    const killAfterMs = Math.ceil(Math.random() * 1_500)
    await runUntilExit({ DATA_DIR: dataDir }, { killAfterMs })
    const since = Date.now()
    await assertWorks({ dataDir }).catch(({ message }: Error) => {
      throw new Error(`after ${killAfterMs} ms: ${message}`)
    })
    slowestMs = Math.max(slowestMs, Date.now() - since)
    assertNothingLeft(dataDir)
  }
  const seconds = Math.ceil(slowestMs / 1000)
  return `works each of ${rounds} times, within ${seconds} s at most; nothing is left over`
}

/** Runs tests/faults/kill.test.ts at full length. */
export async function hundredKills(machine: Machine): Promise<string> {
  const over = new AbortController()
  machine.atEnd(() => over.abort())
  const vitest = join(thisCheckout, 'node_modules', 'vitest', 'vitest.mjs')
  const test = ['run', '--mode', 'full', 'tests/faults/kill.test.ts']
  const options = { cwd: thisCheckout, signal: over.signal, env: { ...process.env, NO_COLOR: '1' } }
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [vitest, ...test], options)
    const [, result = stdout] = /✓.*?\.test\.ts.*\n.*✓ +(.*?) +\d+ms/.exec(stdout) ?? []
    return result.trim()
  } catch (error) {
    const { stdout = '', stderr = '', message } = error as Error & Record<string, string>
    throw new Error((stdout + stderr).slice(-2_000) || message)
  }
}

/**
 * A container is killed and started again. Its processes get the same low process ids each time, so
 * the id in a stale postmaster.pid may belong to another process now.
 */
export async function containerKilled(machine: Machine): Promise<string> {
  const rounds = 20
  const dataDir = join(machine.folder(), 'data')
  const prefix = ['unshare', '--pid', '--fork', '--mount-proc', '--kill-child', '--']
  const names: string[] = []
  const startContainer = () => start({ dataDir, prefix })
  for (let round = 0; round < rounds; round += 1) {
    const server = await startContainer()
    await assertStored(dataDir, names)
    names.push(await sendTaken(server, `Round ${round}`))
    await sleep(Math.random() * 200)
    await server.end('SIGKILL')
    await endProcessesUsing(dataDir)
  }
  const server = await startContainer()
  await assertStored(dataDir, names)
  await stopContainer(server)
  const hasEnded = () => !existsSync(join(dataDir, 'postgres', 'postmaster.pid'))
  await until('the end of PostgreSQL', 2_000, hasEnded)
  return `works after each of ${rounds} kills`
}

/** Sends SIGTERM to the first process inside the container. */
async function stopContainer(server: ServerProcess): Promise<void> {
  const children = readFileSync(`/proc/${server.pid}/task/${server.pid}/children`, 'utf8')
  process.kill(Number.parseInt(children, 10), 'SIGTERM')
  // `unshare`, the process outside, ignores the signal and waits for the one inside.
  const code = await within(20_000, server.end('SIGTERM'))
  if (code !== 0) throw new Error(`the stop ended with ${code}: ${server.stderr()}`)
}

/**
 * PostgreSQL was killed, and another program has its process id, as after a restart of the machine.
 */
export async function processIdReused(machine: Machine): Promise<string> {
  const dataDir = join(machine.folder(), 'data')
  const server = await start({ dataDir })
  const name = await sendTaken(server, 'Before')
  const stale = [
    join(dataDir, 'postgres', 'postmaster.pid'),
    join(dataDir, 'socket', '.s.PGSQL.5432.lock'),
  ]
  await server.end('SIGKILL')
  await endProcessesUsing(dataDir)
  const other = spawn('sleep', ['600'])
  machine.atEnd(() => other.kill())
  for (const file of stale) {
    writeFileSync(file, readFileSync(file, 'utf8').replace(/^\d+/, String(other.pid)))
  }
  const again = await start({ dataDir })
  await assertStored(dataDir, [name])
  await stopCleanly(again, dataDir)
  return 'works'
}
