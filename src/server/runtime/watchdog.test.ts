import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../../tests/temporary-folder.ts'
import { answerWatchdog } from './watchdog.ts'

/** Stands in for systemd: notes what it is told. */
function watch(wanted: Record<string, string>) {
  const folder = temporaryFolder()
  const [command, heard] = ['systemd-notify', 'heard'].map((name) => join(folder.path, name))
  if (!command || !heard) throw new Error('there are two names')
  writeFileSync(command, `#!/bin/sh\necho "$*" >>${heard}\n`)
  chmodSync(command, 0o755)
  const end = answerWatchdog({ PATH: `${folder.path}:${process.env.PATH}`, ...wanted })
  onTestFinished(async () => {
    end()
    folder.remove()
  })
  return () => (existsSync(heard) ? readFileSync(heard, 'utf8').trim().split('\n') : [])
}

test('a watchdog is told at once and again and again that the process works', async () => {
  const heard = watch({ WATCHDOG_USEC: '30000', WATCHDOG_PID: `${process.pid}` })
  await expect.poll(() => heard().length).toBeGreaterThan(2)
  expect(new Set(heard())).toEqual(new Set(['WATCHDOG=1']))
})

test('without a watchdog, or with that of another process, nothing is told', async () => {
  const silent = [{}, { WATCHDOG_USEC: '3000', WATCHDOG_PID: '1' }].map(watch)
  const told = watch({ WATCHDOG_USEC: '3000' })
  await expect.poll(() => told().length).toBeGreaterThan(2)
  expect(silent.map((heard) => heard())).toEqual([[], []])
})
