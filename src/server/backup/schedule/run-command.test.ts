import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testFolder } from '#tests/support/own-folder.ts'
import { runCommand } from './make-due-backup.ts'

test('a command that is stopped ends with all that it has started', async () => {
  const folder = testFolder()
  const started = join(folder.path, 'started')
  const stop = new AbortController()
  // The shell waits for a program, such as one that sends the file elsewhere.
  const running = runCommand(
    `sh -c 'echo $$ >"$0.new"; mv "$0.new" "$0"; exec sleep 600' "$1"; true`,
    started,
    stop.signal,
  )
  await expect.poll(() => existsSync(started)).toBe(true)
  const pid = Number(readFileSync(started, 'utf8'))
  const isAlive = () => {
    try {
      process.kill(pid, 0)
    } catch {
      return false
    }
    // A process that has ended stays in /proc until its parent has read its status.
    const state = `/proc/${pid}/status`
    return !existsSync(state) || !/^State:\tZ/m.test(readFileSync(state, 'utf8'))
  }
  expect(isAlive()).toBe(true)
  try {
    stop.abort()
    expect(await running).toBe('The backup command was stopped before finishing.')
    await expect.poll(isAlive).toBe(false)
  } finally {
    if (isAlive()) process.kill(pid, 'SIGKILL')
  }
})
