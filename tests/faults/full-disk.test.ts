/** @module-tag slow */
import { execFileSync, spawnSync } from 'node:child_process'
import { appendFileSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contactBody } from '#tests/support/factories.ts'
import { startServer } from '#tests/support/server-process.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'

const folder = temporaryFolder()
const disk = join(folder.path, 'disk')
const ballast = join(disk, 'ballast')

let isMounted: boolean
beforeAll(() => {
  mkdirSync(disk)
  const mount = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=160m', 'none', disk])
  isMounted = mount.status === 0
})
afterAll(() => {
  if (isMounted) execFileSync('umount', ['--lazy', disk])
  folder.remove()
})

function fill(): void {
  for (const size of [1_000_000, 1_000, 1]) {
    try {
      for (const bytes = Buffer.alloc(size); ; ) appendFileSync(ballast, bytes)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
    }
  }
}

const start = () => startServer({ DATA_DIR: join(disk, 'data'), JOURNAL_RESERVE_MB: '16' })

/** What a command says that needs the database. */
function addUser(): string {
  const script = fileURLToPath(new URL('../../scripts/user.ts', import.meta.url))
  const env = { PATH: process.env.PATH, DATA_DIR: join(disk, 'data') }
  const args = [script, 'create', 'ana@site.example', 'admin']
  return spawnSync(process.execPath, args, { env, input: '', encoding: 'utf8' }).stderr
}

async function send(url: string, name: string): Promise<number> {
  const { status } = await fetch(`${url}/api/contact`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(contactBody({ name })),
  })
  return status
}

test('a server that starts on a full disk serves visitors, takes their requests, and stores them when there is space', async ({
  skip,
}) => {
  skip(!isMounted, 'only root can mount a small disk, on Linux')
  const first = await start()
  expect(await send(first.url, 'Before')).toBe(201)
  expect(await first.end('SIGTERM')).toBe(0)

  fill()
  expect(addUser()).toMatch(
    /^The embedded PostgreSQL did not start: .*No space left on device.*\. Fix that and start again\.$/m,
  )
  const second = await start()
  await expect.poll(() => second.stdout()).toContain('The database cannot be reached')
  const state = async () => (await fetch(`${second.url}/readyz`)).json()
  expect((await fetch(second.url)).status).toBe(200)
  expect(await send(second.url, 'Meanwhile')).toBe(201)
  expect(await state()).toMatchObject({
    ...{ database: 'away', leads: { waiting: 1 } },
    findings: [
      { text: 'The disk of the database is full: it stores nothing.' },
      { text: '1 request waits in the journal to be stored.' },
    ],
  })

  rmSync(ballast)
  await expect.poll(() => second.stdout()).toContain('The database is back')
  await expect.poll(state).toMatchObject({ status: 'ready', leads: { waiting: 0 } })
  expect(await send(second.url, 'After')).toBe(201)
  expect(await second.end('SIGTERM')).toBe(0)
})
