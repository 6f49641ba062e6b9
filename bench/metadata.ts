/**
 * `npm run bench:metadata`: one process saves page metadata. How long until another process on the
 * same PostgreSQL serves it, before and after a restart of PostgreSQL? Fails above the limit.
 */

import { startPostgres } from '#tests/support/postgres-server.ts'
import { type ServerProcess, startServer } from '#tests/support/server-process.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { buildIfStale } from '../scripts/build.ts'

const saves = 50
const limitMs = 100
const owner = { email: 'owner@example.com', password: 'correct horse battery' }

async function signIn(server: ServerProcess): Promise<string> {
  const response = await fetch(`${server.url}/api/accounts/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(owner),
  })
  return response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
}

async function save(server: ServerProcess, cookie: string, title: string): Promise<void> {
  const response = await fetch(`${server.url}/api/seo`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify({ pagePath: '/about', title, description: 'Measured.' }),
  })
  if (response.status !== 200) throw new Error(`saving answered ${response.status}`)
}

async function untilServed(server: ServerProcess, title: string): Promise<number> {
  for (const start = performance.now(); ; ) {
    const page = await fetch(`${server.url}/about`)
    if ((await page.text()).includes(`<title>${title}</title>`)) return performance.now() - start
    if (performance.now() - start > 10_000)
      throw new Error('the saved title was not served within 10 s')
  }
}

async function measure(when: string, one: ServerProcess, other: ServerProcess): Promise<boolean> {
  const cookie = await signIn(one)
  const times: number[] = []
  for (let i = 0; i < saves; i += 1) {
    const title = `Saved ${when} ${i}`
    await save(one, cookie, title)
    times.push(await untilServed(other, title))
  }
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.ceil(share * times.length) - 1] ?? 0
  const line = `p50 ${at(0.5).toFixed(1)} ms, p99 ${at(0.99).toFixed(1)} ms`
  process.stdout.write(`served elsewhere, ${when} the restart: ${line} (limit ${limitMs} ms)\n`)
  return at(0.99) <= limitMs
}

await buildIfStale()
const postgres = await startPostgres()
const folder = temporaryFolder()
const env = {
  DATA_DIR: folder.path,
  DATABASE_URL: postgres.urlOf('postgres'),
  ADMIN_EMAIL: owner.email,
  ADMIN_PASSWORD: owner.password,
  LOG_LEVEL: 'fatal',
}
const one = await startServer(env)
const other = await startServer(env)
const isFast = [await measure('before', one, other)]
await postgres.stopImmediately()
await postgres.start()
await fetch(`${one.url}/readyz`)
isFast.push(await measure('after', one, other))
await Promise.all([one.end('SIGTERM'), other.end('SIGTERM')])
await postgres.remove()
folder.remove()
process.exitCode = isFast.every(Boolean) ? 0 : 1
