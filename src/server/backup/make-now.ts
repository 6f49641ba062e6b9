import { hostname } from 'node:os'
import type { FastifyInstance } from 'fastify'
import type { Claim } from '../jobs/leases.ts'
import { repeat } from '../jobs/loop.ts'
import { claimBackup } from './schedule/backup-rows.ts'
import { type MakeBackupDeps, makeAndEnd } from './schedule/make-due-backup.ts'

/** Begins a backup at once, and returns its time in the list; undefined if one is being made. */
export type MakeNow = () => Promise<Date | undefined>

const lookEveryMs = 30_000

/** Makes that function. The backup goes on when the request for it has been answered. */
export function createMakeNow(app: FastifyInstance, deps: MakeBackupDeps): MakeNow {
  const claims: Claim<Date>[] = []
  const start = repeat(app, {
    what: 'make a backup that was asked for',
    everyMs: lookEveryMs,
    async run(stop) {
      for (const claim of claims.splice(0)) await makeAndEnd(deps, claim, stop)
    },
  })
  return async () => {
    // Names of backups have seconds.
    const dueAt = new Date(Math.floor(Date.now() / 1000) * 1000)
    const claim = await claimBackup(deps.db, dueAt, hostname())
    if (!claim) return undefined
    claims.push(claim)
    start()
    return dueAt
  }
}
