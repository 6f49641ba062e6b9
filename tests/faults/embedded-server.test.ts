/** @module-tag slow */
import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'vitest'
import { isAlive } from '#tests/support/machine/processes.ts'
import { postmasterOf } from '#tests/support/postgres-server.ts'
import { sendLead } from '#tests/support/send-lead.ts'
import {
  readReadiness,
  runUntilExit,
  type ServerProcess,
  startServer,
  startWithDatabase,
} from '#tests/support/server-process.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { within } from '../drill/rows.ts'

/** A folder for the data, and what servers on it are started with. */
function ownFolder() {
  const { path, remove } = temporaryFolder()
  return { path, remove, env: { DATA_DIR: path } }
}

/** PostgreSQL deletes this file when it stops. */
const isRunning = (dataDir: string) => existsSync(join(dataDir, 'postgres', 'postmaster.pid'))

/** How many leads a command finds in the database. On a busy machine some wait in the journal for a moment. */
const countLeads = async (dataDir: string) =>
  (await within({ dataDir }, (client) => client.query('select from leads'))).rowCount

const send = async ({ url }: ServerProcess, name: string) => (await sendLead(url, { name })).status

// Each has a database of its own, and waits most of the time.

test.concurrent('a second start on the folder of one that runs is refused in a line that names it, and commands work beside it', async ({
  expect,
}) => {
  const folder = ownFolder()
  const { env } = folder
  const server = await startServer(env)
  expect(readdirSync(folder.path).sort()).toEqual(['journal', 'postgres', 'socket'])
  const { code, stderr } = await runUntilExit(env)
  expect(code).toBe(1)
  expect(stderr.trim().split('\n')).toHaveLength(1)
  expect(stderr).toContain(`Process ${server.pid} is already using the database in ${folder.path}.`)
  expect(await send(server, 'One')).toBe(201)
  await expect.poll(() => countLeads(folder.path)).toBe(1)
  expect([isRunning(folder.path), await send(server, 'Two')]).toEqual([true, 201])
  await expect.poll(() => countLeads(folder.path)).toBe(2)
  expect(await server.end('SIGTERM')).toBe(0)
  expect(isRunning(folder.path)).toBe(false)
  // And alone they start and stop it themselves.
  expect([await countLeads(folder.path), isRunning(folder.path)]).toEqual([2, false])
  folder.remove()
})

test.concurrent('the database that a killed process leaves behind is ended by the next start, and has what was acknowledged', async ({
  expect,
}) => {
  const folder = ownFolder()
  const first = await startWithDatabase(folder.env)
  const postmaster = postmasterOf(folder.path)
  expect(await send(first, 'One')).toBe(201)
  await first.end('SIGKILL')
  expect(isAlive(postmaster)).toBe(true)
  const second = await startWithDatabase(folder.env)
  expect(isAlive(postmaster)).toBe(false)
  expect(await send(second, 'Two')).toBe(201)
  await expect.poll(() => countLeads(folder.path)).toBe(2)
  expect(await second.end('SIGTERM')).toBe(0)
  expect(isRunning(folder.path)).toBe(false)
  folder.remove()
})

test.concurrent('a start that fails leaves no database running', async ({ expect }) => {
  const folder = ownFolder()
  const { code, stderr } = await runUntilExit({ ...folder.env, HOST: '192.0.2.1' })
  expect([code, stderr]).toEqual([1, expect.stringContaining('HOST 192.0.2.1 can’t be used')])
  await expect.poll(() => isRunning(folder.path)).toBe(false)
  folder.remove()
})

test.concurrent('a first start works in a path that is too long for a socket, and sees to what is there', async ({
  expect,
}) => {
  const root = temporaryFolder()
  const dataDir = join(root.path, 'Übergröße mit Leerzeichen '.repeat(6), 'daten')
  mkdirSync(join(dataDir, 'postgres.new-abc', 'base'), { recursive: true })
  chmodSync(dataDir, 0o755)
  const server = await startServer({ DATA_DIR: dataDir })
  expect([(await readReadiness(server.url)).status, await send(server, 'Far away')]).toEqual([
    'ready',
    201,
  ])
  // Files that an interrupted first start left are deleted, and other users lose access.
  expect(readdirSync(dataDir)).not.toContain('postgres.new-abc')
  expect(statSync(dataDir).mode & 0o777).toBe(0o700)
  expect(statSync(join(dataDir, 'socket')).mode & 0o777).toBe(0o700)
  expect(await server.end('SIGTERM')).toBe(0)
  root.remove()
})

test.concurrent('a folder with other files is refused with one line, and stays as it is', async ({
  expect,
}) => {
  const other = temporaryFolder()
  writeFileSync(join(other.path, 'holiday.jpg'), '')
  chmodSync(other.path, 0o755)
  const { code, stderr } = await runUntilExit({ DATA_DIR: other.path })
  expect([code, stderr]).toEqual([1, expect.stringMatching(/^.*holds other files.*DATA_DIR.*\n$/)])
  expect(statSync(other.path).mode & 0o777).toBe(0o755)
  expect(readdirSync(other.path).sort()).toEqual(['holiday.jpg'])
  other.remove()
})
