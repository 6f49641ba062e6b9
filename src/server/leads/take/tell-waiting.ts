import type { FastifyBaseLogger } from 'fastify'
import { pickLeadFields } from '#/contracts/leads/lead-fields.ts'
import type { NotifiedLead } from '#/contracts/notifications/mails.ts'
import { urgentServiceId } from '#/contracts/site/services.ts'
import { readPhone } from '../phone.ts'
import { type Journal, setAside } from './journal.ts'
import type { JournalRecord } from './journal-record.ts'
import { receivedAtOf } from './record-names.ts'
import { type FindReasons, hashContent } from './submit-lead.ts'

/** How long a lead may wait before the owner is told of it without the database. */
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
    isUrgent: submission.service === urgentServiceId,
    phone: phone.number,
    phoneAsTyped: submission.phone,
    createdAt: receivedAt,
    attribution: attribution ?? null,
    submissionId: submission.submissionId ?? '',
    contentHash: hashContent(submission, phone),
  }
}

export type TellWaitingDeps = {
  journal: Pick<Journal, 'listUntold' | 'read' | 'claimTelling' | 'giveUpTelling' | 'finishTelling'>
  findReasons: FindReasons
  /**
   * True while the journal is being emptied into the database: the deliveries tell of those leads.
   */
  isCatchingUp: () => boolean
  /** Resolves with the addresses whose mail was taken. */
  send: (lead: WaitingLead, signal: AbortSignal) => Promise<string[]>
  log: FastifyBaseLogger
}

/**
 * Tells of each lead that has waited in the journal for a minute, unless it looks like spam and is no
 * emergency: the owner must not learn of an outage from its leads hours later. The told recipients are written
 * down beside the record, and are not told again when the lead is stored. A process that is killed
 * in between repeats the mail, with the same Message-ID, by which mail programs recognise it.
 */
export function createTellWaiting({
  journal,
  findReasons,
  isCatchingUp,
  send,
  log,
}: TellWaitingDeps) {
  const failed = new Set<string>()

  async function tell(name: string, stop: AbortSignal): Promise<void> {
    const record = await journal.read(name)
    if (record === 'damaged') log.error({ name }, setAside)
    if (record === undefined || record === 'damaged') return
    const isUrgent = record.submission.service === urgentServiceId
    if (!isUrgent && findReasons(record.submission, 0).length > 0) return
    if (!(await journal.claimTelling(name))) return
    if ((await journal.read(name)) === undefined) {
      // It was stored meanwhile, and no other process takes the mark away.
      await journal.giveUpTelling(name)
      return
    }
    const signal = AbortSignal.any([stop, AbortSignal.timeout(sendMs)])
    const told = await send(toWaitingLead(record), signal).catch(async (error) => {
      await journal.giveUpTelling(name)
      throw error
    })
    await journal.finishTelling(name, told)
    log.info({ name }, 'told of a lead that still waits in the journal')
  }

  /** Rejects at the first lead of which no recipient could be told: the mail server may be away. */
  return async (stop: AbortSignal): Promise<void> => {
    const names = await journal.listUntold()
    // Those come last: if only they are refused, the others must not wait behind them.
    for (const name of [
      ...names.filter((each) => !failed.has(each)),
      ...names.filter((each) => failed.has(each)),
    ]) {
      if (stop.aborted || isCatchingUp()) return
      // A record from a time yet to come has waited too: the clock was set back since.
      if (Math.abs(Date.now() - receivedAtOf(name)) < patienceMs) continue
      try {
        await tell(name, stop)
      } catch (error) {
        failed.add(name)
        throw error
      }
    }
  }
}
