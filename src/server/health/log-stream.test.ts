/** @module-tag slow */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'

/** Runs code in a process of its own, with a log whose lines go to the process's standard error. */
function runWithLog(code: string) {
  const logging = new URL('logging.ts', import.meta.url).href
  const imports = `import { createLogger } from '${logging}'; const logger = createLogger('info');`
  return spawn(process.execPath, ['--input-type=module', '-e', `${imports}\n${code}`], {
    stdio: ['pipe', 'ignore', 'pipe'],
    timeout: 10_000,
    killSignal: 'SIGKILL',
  })
}

test('lines are written in their order, also more of them than a pipe holds at the exit', async () => {
  const child = runWithLog(`
    for (let i = 0; i < 20_000; i += 1) logger[i % 5_000 ? 'info' : 'warn']({ i }, 'a line')
    process.exit(3)`)
  const log = text(child.stderr)
  expect((await once(child, 'exit'))[0]).toBe(3)
  const lines = (await log).trim().split('\n')
  expect(lines.map((line) => JSON.parse(line).i)).toEqual(
    Array.from({ length: 20_000 }, (_, i) => i),
  )
})

test('a process whose log has lost its reader goes on, and ends when it is told to', async () => {
  for (const level of ['info', 'error']) {
    const child = runWithLog(`
      process.stdin.once('end', () => {
        logger.${level}('nobody reads this')
        process.exit(3)
      }).resume()`)
    child.stderr.destroy()
    await once(child.stderr, 'close')
    child.stdin.end()
    expect([level, ...(await once(child, 'exit'))]).toEqual([level, 3, null])
  }
})

test('a warning does not wait until the disk has it', async () => {
  const folder = temporaryFolder()
  const file = openSync(join(folder.path, 'log'), 'w')
  const child = spawn(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `import fs from 'node:fs'
      import { createLogger } from '${new URL('logging.ts', import.meta.url).href}'
      let syncs = 0
      fs.fsyncSync = () => { syncs += 1 }
      const logger = createLogger('info')
      for (let i = 0; i < 10; i += 1) logger.error('a line')
      process.exit(syncs)`,
    ],
    { stdio: ['ignore', 'ignore', file], timeout: 10_000, killSignal: 'SIGKILL' },
  )
  expect((await once(child, 'exit'))[0]).toBeLessThan(2)
  closeSync(file)
  expect(readFileSync(join(folder.path, 'log'), 'utf8').trim().split('\n')).toHaveLength(10)
  folder.remove()
})

test('a line that no other follows is written by itself', async () => {
  const child = runWithLog(`logger.info('alone'); process.stdin.resume()`)
  const [said] = await Promise.race([once(child.stderr, 'data'), once(child, 'exit')])
  expect(String(said)).toContain('alone')
  child.kill('SIGKILL')
})
