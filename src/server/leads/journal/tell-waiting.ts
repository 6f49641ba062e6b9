import type { FastifyBaseLogger } from 'fastify'
import { pickLeadFields } from '#/contracts/lead-fields.ts'
import type { NotifiedLead } from '#/contracts/mails.ts'
import { type FindReasons, hashContent } from '../intake/submit-lead.ts'
import { readPhone } from '../phone.ts'
import { type Journal, type JournalRecord, receivedAtOf } from './journal.ts'

/** How long a lead may wait before somebody is told of it without the database. */
const patienceMs = 60_000

/** How long a mail server may take. */
const sendMs = 30_000

/** A lead that is not in the database yet, as mails show it. */
export type WaitingLead = NotifiedLead & { submissionId: string; contentHash: string }

function toWaitingLead({ submission, receivedAt, attribution }: JournalRecord): WaitingLead {
  const phone = readPhone(submission.phone)
  return {
    ...pickLeadFields(submission),
    id: null,
    phone: phone.number,
    phoneAsTyped: submission.phone,
    createdAt: receivedAt,
    attribution: attribution ?? null,
    submissionId: submission.submissionId ?? '',
    contentHash: hashContent(submission, phone),
  }
}

/** What it takes to tell of leads that wait. */
export type TellWaitingDeps = {
  journal: Pick<Journal, 'listUntold' | 'read' | 'claimTelling' | 'giveUpTelling'>
  findReasons: FindReasons
  /** True while the journal is being emptied into the database, which has everybody told. */
  isCatchingUp: () => boolean
  send: (lead: WaitingLead, signal: AbortSignal) => Promise<void>
  log: FastifyBaseLogger
}

/**
 * Tells of each lead that has waited in the journal for a minute, unless it looks like spam: the
 * owner must not learn of an outage from its leads hours later. When the lead is in the database its
 * deliveries follow, with the same Message-ID, by which mail programs recognise what they have.
 */
export function createTellWaiting({
  journal,
  findReasons,
  isCatchingUp,
  send,
  log,
}: TellWaitingDeps) {
  return async (stop: AbortSignal): Promise<void> => {
    for (const name of await journal.listUntold()) {
      if (stop.aborted || isCatchingUp()) return
      // A record from a time that is yet to come has waited too: the clock was set back since.
      if (Math.abs(Date.now() - receivedAtOf(name)) < patienceMs) continue
      const record = await journal.read(name)
      if (record === undefined || record === 'damaged') continue
      if (findReasons(record.submission, 0).length > 0) continue
      if (!(await journal.claimTelling(name))) continue
      if ((await journal.read(name)) === undefined) {
        // It was stored meanwhile, and nobody else takes the mark away.
        await journal.giveUpTelling(name)
        continue
      }
      try {
        await send(toWaitingLead(record), AbortSignal.any([stop, AbortSignal.timeout(sendMs)]))
      } catch (error) {
        await journal.giveUpTelling(name)
        throw error
      }
      log.warn({ name }, 'told of a lead that still waits in the journal')
    }
  }
}
