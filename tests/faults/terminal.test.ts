/** @module-tag slow */
import { expect, inject, test } from 'vitest'
import type { AuditEntry } from '#/contracts/audit/audit-words.ts'
import type { Page } from '#/contracts/limits.ts'
import { freshDatabase } from '#tests/support/databases.ts'
import { suiteFolder } from '#tests/support/own-folder.ts'
import { postJson } from '#tests/support/send-lead.ts'
import { runUntilExit, startWithDatabase } from '#tests/support/server-process.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'

const folder = suiteFolder()

const databaseUrl = () => inject('postgresUrl')

test.each<[string, () => Record<string, string>, RegExp]>([
  [
    'a wrong variable',
    () => ({ SITE_PHONE: '555' }),
    /^SITE_PHONE must be a US phone number with its area code\n$/,
  ],
  [
    'a HOST that the DNS does not know',
    () => ({ DATABASE_URL: databaseUrl(), HOST: 'site.invalid', LOG_LEVEL: 'fatal' }),
    /^HOST site\.invalid can’t be used \(E\w+\)\. Set it to an address of this machine\.\n$/,
  ],
])('%s stops the start with one line', async (_what, env, line) => {
  const { code, stderr } = await runUntilExit({ DATA_DIR: folder.path, ...env() })
  expect([code, stderr]).toEqual([1, expect.stringMatching(line)])
})

// Each of these has processes of its own, and waits for them.

test.concurrent('the setup link is on the terminal, and not in the log', async ({ expect }) => {
  const { location, remove } = await freshDatabase()
  const env = { DATA_DIR: location.dataDir, DATABASE_URL: location.databaseUrl ?? '' }
  const server = await startWithDatabase(env)
  const link = /http:\S+\/admin\/setup#(\S+)/
  await expect.poll(() => server.stdout()).toMatch(link)
  const token = link.exec(server.stdout())?.[1] ?? ''
  expect(server.stderr()).not.toContain(token)
  await server.end('SIGTERM')
  await remove()
})

/** Runs `npm run user` on a data folder, and types a password. */
const runUser = (DATA_DIR: string, args: string[], password: string) =>
  runUntilExit({ DATA_DIR }, { script: 'scripts/user.ts', args, typed: `${password}\n` })

test.concurrent('a user is made, and gets a new password, while the product runs on the database that it started', async ({
  expect,
}) => {
  const own = temporaryFolder()
  const server = await startWithDatabase({ DATA_DIR: own.path })
  const email = 'writer@example.com'
  const signIn = (password: string) =>
    postJson(`${server.url}/api/accounts/sign-in`, { email, password })
  const refused = await runUser(own.path, ['create', email, 'admin'], 'unbelievable')
  expect([refused.code, refused.stderr]).toEqual([
    1,
    expect.stringMatching(/This is one of the most common passwords/),
  ])
  const made = await runUser(own.path, ['create', email, 'admin'], 'correct horse battery')
  expect([made.code, made.stdout]).toEqual([0, `Created the admin ${email}.\n`])
  expect((await signIn('correct horse battery')).status).toBe(200)
  expect((await runUser(own.path, ['reset-password', email], 'staple battery horse')).code).toBe(0)
  expect((await signIn('correct horse battery')).status).toBe(401)
  const signedIn = await signIn('staple battery horse')
  expect(signedIn.status).toBe(200)

  const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const log = await fetch(`${server.url}/api/admin/audit?q=terminal`, { headers: { cookie } })
  const { data } = (await log.json()) as Page<AuditEntry>
  expect(data.map(({ who, action, subject }) => [who, action, subject])).toEqual([
    ['Someone at the terminal', 'team.set-password', email],
    ['Someone at the terminal', 'team.create', `${email}, as an admin`],
  ])
  await server.end('SIGTERM')
  own.remove()
})
