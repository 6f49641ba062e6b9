import { chmodSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { runUntilExit, startServer } from '../server-process.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const folder = temporaryFolder()
const env = { DATA_DIR: folder.path, LOG_LEVEL: 'error' }
afterAll(() => folder.remove())

test('a second process is refused by name, and a killed one leaves nothing behind', async () => {
  const first = await startServer(env)
  const second = await runUntilExit(env)
  expect(second.code).toBe(1)
  expect(second.stderr).toMatch(new RegExp(`in use by process ${first.pid}\\b`))
  expect(second.stderr.trim().split('\n')).toHaveLength(1)
  // The refusal takes a fifth of a second on an idle machine; this one may be busy.
  expect(second.ms).toBeLessThan(5_000)
  expect((await fetch(`${first.url}/readyz`)).status).toBe(200)

  await first.end('SIGKILL')
  const third = await startServer(env)
  expect((await fetch(`${third.url}/readyz`)).status).toBe(200)
  expect(await third.end('SIGTERM')).toBe(0)
})

test('a folder that holds other files is left alone', async () => {
  const other = temporaryFolder()
  writeFileSync(join(other.path, 'holiday.jpg'), '')
  chmodSync(other.path, 0o755)
  const { code, stderr } = await runUntilExit({ DATA_DIR: other.path })
  expect([code, stderr]).toEqual([1, expect.stringMatching(/holds other files/)])
  expect(statSync(other.path).mode & 0o777).toBe(0o755)
  other.remove()
})

test('a folder of another PostgreSQL version is refused with a way out', async () => {
  writeFileSync(join(folder.path, 'postgres', 'PG_VERSION'), '17\n')
  const { code, stderr } = await runUntilExit(env)
  expect(code).toBe(1)
  expect(stderr).toMatch(/written by PostgreSQL 17.*DATA_DIR/)
})
