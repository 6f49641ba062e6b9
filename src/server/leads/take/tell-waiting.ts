import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { pickLeadFields } from '#/contracts/leads/lead-fields.ts'
import type { OwnerMail, WaitingRequest } from '#/contracts/notifications/mails.ts'
import { urgentServiceId } from '#/contracts/site/services.ts'
import { storedPhone } from '../phone.ts'
import { isWaiting, type Journal, receivedAtOf, setAside } from './journal.ts'
import type { JournalRecord } from './journal-record.ts'
import { findReasons } from './spam-signals.ts'

/** How long a lead may wait before the owner is told of it without the database. */
const patienceMs = 60_000

/** While leads wait, there is one mail in each part of the day of this length. */
const againMs = 60 * 60_000

/** More leads than this are neither read nor counted; of those, a mail shows the first. */
const most = { read: 1_000, shown: 100 }

/** The name of the file that says that the mail of an hour has left. */
const markOf = (time: number) => `told-${Math.floor(time / againMs)}`
const isMark = (name: string) => name.startsWith('told-')

const isUrgent = ({ service }: { service: string }) => service === urgentServiceId

function toRequest({ submission, receivedAt }: JournalRecord): WaitingRequest {
  const { message: _left, ...fields } = pickLeadFields(submission)
  const phone = storedPhone(submission.phone).number
  return { ...fields, phone, phoneAsTyped: submission.phone, createdAt: receivedAt }
}

/** Makes the file if no other process has. */
async function make(path: string): Promise<boolean> {
  try {
    await (await open(path, 'wx', 0o600)).close()
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return false
  }
}

/** What it takes to tell of leads that wait. */
export type TellWaitingDeps = {
  /** The folder of the journal, which processes may share. */
  folder: string
  journal: Pick<Journal, 'files' | 'read'>
  /** True while the journal is being emptied: the deliveries tell of those leads. */
  isCatchingUp: () => boolean
  /** Writes to each recipient. Rejects if none of them could be told. */
  send: (mail: OwnerMail, stop: AbortSignal) => Promise<void>
  log: FastifyBaseLogger
}

/**
 * Makes the function that tells the recipients who waits in the journal: once a lead has waited for a
 * minute, and in each hour of the clock until none waits. What looks like spam is left out, unless it is
 * an emergency. Of processes that share the journal one tells.
 */
export function createTellWaiting(deps: TellWaitingDeps): (stop: AbortSignal) => Promise<void> {
  const { folder, journal, isCatchingUp, send, log } = deps

  async function readReal(names: readonly string[]): Promise<WaitingRequest[]> {
    const requests = new Map<string, WaitingRequest>()
    for (const name of names.slice(0, most.read)) {
      const record = await journal.read(name)
      if (record === 'damaged') log.error({ name }, setAside)
      if (record === undefined || record === 'damaged') continue
      const isReal = findReasons(record.submission, 0).length === 0
      // Sent again while there was no answer, it waits twice and becomes one lead.
      const { submissionId = name } = record.submission
      if (isReal || isUrgent(record.submission)) requests.set(submissionId, toRequest(record))
    }
    const all = [...requests.values()]
    return [...all.filter(isUrgent), ...all.filter((request) => !isUrgent(request))]
  }

  async function tell(requests: readonly WaitingRequest[], stop: AbortSignal): Promise<void> {
    const counts = { count: requests.length, urgentCount: requests.filter(isUrgent).length }
    const mail = { kind: 'waiting', requests: requests.slice(0, most.shown), ...counts } as const
    await send(mail, stop)
    log.info(counts, 'emailed people about the leads that wait in the journal')
  }

  return async (stop) => {
    const files = await journal.files()
    const [waiting, marks] = [files.filter(isWaiting), files.filter(isMark)]
    const [oldest] = waiting
    if (oldest === undefined) {
      for (const mark of marks) await rm(join(folder, mark), { force: true })
      return
    }
    // A record from a time yet to come has waited too: the clock was set back since.
    if (isCatchingUp() || Math.abs(Date.now() - receivedAtOf(oldest)) < patienceMs) return
    const mark = markOf(Date.now())
    if (marks.includes(mark)) return
    const requests = await readReal(waiting)
    if (requests.length === 0 || !(await make(join(folder, mark)))) return
    try {
      await tell(requests, stop)
    } catch (error) {
      await rm(join(folder, mark), { force: true })
      throw error
    }
  }
}
