/**
 * `node scripts/remove-check.ts EMAIL`: finds the request that `deploy/install` has sent to the site
 * with this address, and erases it. Ends with 1 if the database does not get it.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { terminalActor } from '#/contracts/audit/audit-words.ts'
import { readConfig } from '#/server/config/config.ts'
import { auditTerminal } from '#/server/db/audit-entries.ts'
import { openDatabase } from '#/server/db/connect/client.ts'
import { createLogger } from '#/server/health/logging.ts'
import { erase, previewErasure } from '#/server/leads/privacy/erasure.ts'
import { runCommand } from './run-command.ts'

/** While the database was away, the journal has it, and stores it later. */
const patienceMs = 30_000

async function removeCheck(email: string): Promise<boolean> {
  const { db, close } = await openDatabase(readConfig(), createLogger('error'))
  try {
    const until = performance.now() + patienceMs
    while ((await previewErasure(db, { email })).leads === 0) {
      if (performance.now() > until) return false
      await sleep(500)
    }
    await erase(
      db,
      { email },
      {
        expectedLeads: 1,
        actor: terminalActor,
        audit: (tx) => auditTerminal(tx, 'erasure.erase', 'the request of a check'),
      },
    )
    return true
  } finally {
    await close()
  }
}

await runCommand(async ([email]) => {
  if (!email) throw new Error('Usage: node scripts/remove-check.ts EMAIL')
  return { lines: [], isWell: await removeCheck(email) }
})
