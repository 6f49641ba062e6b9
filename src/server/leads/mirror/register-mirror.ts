import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config.ts'
import { repeat } from '../../runtime/repeat.ts'
import type { LeadTaker } from '../journal/take-lead.ts'
import { type Mirror, noMirror, openMirror } from './mirror.ts'

const pruneEveryMs = 6 * 3_600_000

/** Opens the mirror of leads, if one is set, for as long as the server runs. */
export function registerMirror(app: FastifyInstance, { leadMirror, backup }: Config): Mirror {
  if (leadMirror === undefined) return noMirror
  const mirror = openMirror(leadMirror, backup.publicKeys, app.log)
  app.addHook('onClose', () => mirror.close())
  repeat(app, { what: 'prune the mirror', everyMs: pruneEveryMs, run: () => mirror.prune() })
  return mirror
}

/** Takes leads as before, and has each on the mirror's disk too before it is answered. */
export function takeMirrored(take: LeadTaker['take'], mirror: Mirror): LeadTaker['take'] {
  return async (received) => {
    const submissionId = received.submission.submissionId ?? randomUUID()
    const submission = { ...received.submission, submissionId }
    // From the mirror nobody is sent a confirmation.
    const { confirmationClient, ...mirrored } = { ...received, submission }
    const receivedAt = new Date().toISOString()
    const [taken] = await Promise.all([
      take({ ...received, submission }),
      mirror.addLead({ ...mirrored, receivedAt }),
    ])
    return taken
  }
}
