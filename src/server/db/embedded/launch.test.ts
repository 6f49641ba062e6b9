import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import pino from 'pino'
import { expect, test, vi } from 'vitest'
import { dataFolder } from '#tests/support/database/data-folder.ts'
import { postmasterOf } from '#tests/support/postgres-server.ts'
import { silentLogger } from '#tests/support/silent-logger.ts'
import { prepareEmbeddedServer } from './embedded-server.ts'
import { pathsIn } from './folders.ts'
import { reportLine } from './launch.ts'
import { superuser } from './roles.ts'

const soon = { interval: 2, timeout: 60_000 }

test.concurrent('a server of which a process crashes ends, and is started again', async ({
  expect,
}) => {
  const other = dataFolder()
  const server = await prepareEmbeddedServer(other.path, silentLogger)
  const { cluster } = pathsIn(other.path)
  await server.ensureRunning()
  const pid = postmasterOf(other.path)
  const client = new Client({ ...server.connection, user: superuser })
  client.on('error', () => {})
  await client.connect()
  const { rows } = await client.query('select pg_backend_pid() pid')
  process.kill(rows[0]?.pid, 'SIGKILL')
  await vi.waitFor(() => expect(existsSync(join(cluster, 'postmaster.pid'))).toBe(false), soon)
  await server.ensureRunning()
  expect(postmasterOf(other.path)).not.toBe(pid)
  await server.stop()
  other.remove()
})

test.concurrent.for([
  ['is empty', ''],
  ['has lost its bytes', '\0'.repeat(100)],
] as const)(
  'a lock file that %s after a power cut does not keep the server from starting',
  async ([, text], { expect }) => {
    const other = dataFolder()
    const server = await prepareEmbeddedServer(other.path, silentLogger)
    const { cluster } = pathsIn(other.path)
    const { host = '' } = server.connection
    const lockFiles = [join(cluster, 'postmaster.pid'), join(host, '.s.PGSQL.5432.lock')]
    for (const file of lockFiles) writeFileSync(file, text)
    await server.ensureRunning()
    expect(readFileSync(lockFiles[0] ?? '', 'utf8')).toMatch(/^\d+\n/)
    await server.stop()
    other.remove()
  },
)

test('what the server writes is in the log of the product, with the level that it had', () => {
  const lines = ['PANIC:  a', 'FATAL:  b', 'ERROR:  c', 'WARNING:  d', 'LOG:  e', '', '  more']
  const logged: { level: number; msg: string; part?: string }[] = []
  const logger = pino({}, { write: (line: string) => void logged.push(JSON.parse(line)) })
  for (const line of lines) reportLine(line, logger)
  expect(logged.map(({ level, msg, part }) => [pino.levels.labels[level], msg, part])).toEqual([
    ['error', 'a', 'postgres'],
    ['warn', 'b', 'postgres'],
    ['warn', 'c', 'postgres'],
    ['warn', 'd', 'postgres'],
    ['info', 'e', 'postgres'],
    ['info', '  more', 'postgres'],
  ])
})
