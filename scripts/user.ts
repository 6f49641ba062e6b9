/**
 * `npm run user -- create EMAIL admin|editor`, `npm run user -- reset-password EMAIL` and
 * `npm run user -- remove-second-factors EMAIL`.
 * Reads the password from the terminal without showing it, or from standard input. The server may be
 * running: both then share the PostgreSQL that it started, over a socket that only its account can
 * open.
 */

import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { type Role, roles } from '#/contracts/limits.ts'
import { removeAllFactors } from '#/server/accounts/factor-store.ts'
import { findPasswordProblem } from '#/server/accounts/passwords.ts'
import { createUser, findUserId, resetPassword } from '#/server/accounts/users.ts'
import { guardUpgrade } from '#/server/backup/schedule/guard-upgrade.ts'
import { readConfig } from '#/server/config/config.ts'
import { auditTerminal } from '#/server/db/audit-entries.ts'
import { openDatabase } from '#/server/db/connect/client.ts'
import { createLogger } from '#/server/health/logging.ts'
import { emailSchema } from '#/server/texts/values.ts'
import { runCommand } from './run-command.ts'

const usage = `Usage:
  npm run user -- create EMAIL ${roles.join('|')}
  npm run user -- reset-password EMAIL
  npm run user -- remove-second-factors EMAIL`

const silence = new Writable({ write: (_chunk, _encoding, done) => done() })

async function readPassword(): Promise<string> {
  process.stderr.write('Password (not shown): ')
  // Readline shows what is typed on its output, so that leads nowhere.
  const lines = createInterface({
    input: process.stdin,
    output: silence,
    terminal: process.stdin.isTTY,
  })
  for await (const line of lines) {
    lines.close()
    process.stderr.write('\n')
    return line
  }
  return ''
}

async function run([action, typedEmail, role]: string[]): Promise<string> {
  const isCreate = action === 'create' && roles.includes(role as Role)
  const isKnown = action === 'reset-password' || action === 'remove-second-factors'
  if (!isCreate && !isKnown) throw new Error(usage)
  const { data: email, error } = emailSchema.safeParse(typedEmail)
  if (email === undefined) throw new Error(error?.issues[0]?.message)
  const config = readConfig()
  const logger = createLogger('error')
  const beforeUpgrade = guardUpgrade(config, logger)
  const { db, close } = await openDatabase(config, logger, { beforeUpgrade })
  try {
    if (action === 'remove-second-factors') {
      const userId = await findUserId(db, email)
      if (!userId) throw new Error(`There’s no user ${email}.`)
      await removeAllFactors(db, userId)
      await auditTerminal(db, 'team.remove-second-factors', email)
      return `Removed the second factors of ${email} and signed them out everywhere.`
    }
    const password = await readPassword()
    const problem = findPasswordProblem(password)
    if (problem) throw new Error(problem)
    if (isCreate) {
      const user = await createUser(db, { email, password, role: role as Role })
      if (!user) throw new Error(`There’s already a user ${email}.`)
      await auditTerminal(db, 'team.create', `${email}, as an ${role}`)
      return `Created the ${role} ${email}.`
    }
    if (!(await resetPassword(db, email, password))) throw new Error(`There’s no user ${email}.`)
    await auditTerminal(db, 'team.set-password', email)
    return `Set a new password for ${email} and signed them out everywhere.`
  } finally {
    await close()
  }
}

await runCommand(async (args) => ({ lines: [await run(args)] }))
