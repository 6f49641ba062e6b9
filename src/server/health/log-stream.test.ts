/** @module-tag slow */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'

/** Runs code in a process of its own, with a log whose lines go to the process's standard error. */
function runWithLog(code: string) {
  const logging = new URL('logging.ts', import.meta.url).href
  const imports = `import { createLogger } from '${logging}'; const logger = createLogger('info');`
  return spawn(process.execPath, ['--input-type=module', '-e', `${imports}\n${code}`], {
    stdio: ['pipe', 'pipe', 'pipe'],
    timeout: 10_000,
    killSignal: 'SIGKILL',
  })
}

test('lines are written in their order, also more of them than a pipe holds at the exit', async () => {
  const child = runWithLog(`
    for (let i = 0; i < 2_000; i += 1) logger[i % 500 ? 'info' : 'warn']({ i }, 'a line')
    process.exit(3)`)
  const log = text(child.stderr)
  expect((await once(child, 'exit'))[0]).toBe(3)
  const lines = (await log).trim().split('\n')
  expect(lines.map((line) => JSON.parse(line).i)).toEqual(
    Array.from({ length: 2_000 }, (_, i) => i),
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

test('a process whose log is not read goes on, and the first lines are there when it is read again', async () => {
  const child = runWithLog(`
    for (let i = 0; i < 20_000; i += 1) logger.info({ i }, 'x'.repeat(100))
    setImmediate(() => process.stdout.write('goes on'))
    process.stdin.resume()`)
  const [said] = await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])
  expect(String(said)).toBe('goes on')
  const [first] = await once(child.stderr, 'data')
  expect(String(first)).toContain('"i":0,')
  child.kill('SIGKILL')
})
