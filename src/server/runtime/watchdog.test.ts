/** @module-tag slow */
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { freshDatabase } from '#tests/support/databases.ts'
import { startWithDatabase } from '#tests/support/server-process.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { answerWatchdog } from './watchdog.ts'

/** A folder with a command that stands in for systemd's; without `exit` there is no command. */
function systemd(exit?: number) {
  const folder = temporaryFolder()
  const command = join(folder.path, 'systemd-notify')
  const noted = join(folder.path, 'noted')
  writeFileSync(noted, '')
  if (exit !== undefined) {
    writeFileSync(command, `#!/bin/sh\necho "$*" >>${noted}\nexit ${exit}\n`)
    chmodSync(command, 0o755)
  }
  const heard = () => readFileSync(noted, 'utf8').split('\n').slice(0, -1)
  return { folder, heard }
}

/** Stands in for systemd. Its command ends with `exit`; without `exit` there is no command. */
function watch(wanted: Record<string, string>, exit?: number) {
  const { folder, heard } = systemd(exit)
  const failures: string[] = []
  const end = answerWatchdog({ PATH: folder.path, ...wanted }, (line) => failures.push(line))
  onTestFinished(async () => {
    end()
    // A command that still runs may write once more.
    await vi.waitFor(folder.remove, 60_000)
  })
  return { failures, heard }
}

const often = { WATCHDOG_USEC: '150000' }

test('a watchdog is told at once and again and again that the process works', async () => {
  const { failures, heard } = watch({ ...often, WATCHDOG_PID: `${process.pid}` }, 0)
  await expect.poll(() => heard().length).toBeGreaterThan(2)
  expect(new Set(heard())).toEqual(new Set(['WATCHDOG=1']))
  expect(failures).toEqual([])
})

test.each([
  ['is missing', undefined, 'spawn systemd-notify ENOENT'],
  ['fails', 1, 'Command failed: systemd-notify WATCHDOG=1'],
])('a line for the log says that the command %s', async (_what, exit, reason) => {
  const { failures } = watch(often, exit)
  await expect
    .poll(() => failures[0])
    .toBe(
      `This process couldn’t tell systemd that it’s running (${reason}). systemd will stop it after 0.15 s. Install systemd-notify, or set WatchdogSec=0 in the unit.`,
    )
})

test('the program itself tells systemd that it works', async () => {
  const { folder, heard } = systemd(0)
  const { location, remove } = await freshDatabase()
  const { dataDir: DATA_DIR, databaseUrl: DATABASE_URL = '' } = location
  const PATH = `${folder.path}:${process.env.PATH}`
  const WATCHDOG_USEC = '9000000'
  const server = await startWithDatabase({ WATCHDOG_USEC, PATH, DATA_DIR, DATABASE_URL })
  onTestFinished(async () => {
    await server.end('SIGTERM')
    await remove()
    folder.remove()
  })
  await expect.poll(heard, { timeout: 60_000 }).toEqual(expect.arrayContaining(['WATCHDOG=1']))
})
