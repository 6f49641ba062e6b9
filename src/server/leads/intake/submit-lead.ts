import { createHash, randomUUID } from 'node:crypto'
import { getTableColumns, sql } from 'drizzle-orm'
import type { Attribution } from '#/contracts/attribution.ts'
import type { Submission } from '#/contracts/leads.ts'
import type { DatabaseHandle } from '../../db/database.ts'
import { locks } from '../../db/locks.ts'
import { leads } from '../../db/schema.ts'
import { readPhone } from '../phone.ts'
import { sourceOf } from './sources.ts'

/** What a stored request is known by. */
export type SubmittedLead = {
  id: number
  submissionId: string
  createdAt: Date
  /** It had been stored before. */
  isRepeat: boolean
  quarantineReasons: readonly string[]
}

/** What comes with a request beside what its sender typed. */
export type SubmissionContext = {
  attribution?: Attribution | undefined
  /** The wording beside the button, as it was shown. */
  consent?: { text: string; version: string; page: string | null } | undefined
  /**
   * Why it looks like spam, in the owner's words, if so many others sent the same message within a
   * day. Any reason keeps it in quarantine.
   */
  findReasons?: (othersWithMessage: number) => readonly string[]
  /** Sends the visitor a confirmation, counted by this client's key; only a hash of it is kept. */
  confirmFor?: string | undefined
}

/** Stores a request. */
export type SubmitLead = (
  request: Submission,
  context?: SubmissionContext,
) => Promise<SubmittedLead>

const hash = (text: string) => createHash('sha256').update(text).digest('hex')

/** What is compared to tell a repeat from a second request. */
function hashContent(request: Submission, phone: ReturnType<typeof readPhone>): string {
  const { name, email, address, service, message } = request
  const { number, extension } = phone
  const content = [name, email.toLowerCase(), number, extension, address, service, message]
  return hash(JSON.stringify(content))
}

const columns = getTableColumns(leads)

/** Values by the names of their columns. */
function toEntry(values: Partial<typeof leads.$inferInsert>): string {
  const named = Object.entries(values).map(([key, value]) => [
    columns[key as keyof typeof columns].name,
    value,
  ])
  return JSON.stringify(Object.fromEntries(named))
}

/**
 * Makes the function that stores requests. Each is one round trip and one commit: the SQL function
 * `store_lead` (in `migrations`) adds the lead, its pending deliveries and its change, all or
 * nothing. The same submission twice is one lead: the same content under the same `submissionId` at
 * any time, or under any within ten minutes. Changed content under a used `submissionId` is a
 * request of its own, so an edit is never lost.
 */
export function createSubmitLead({ db, announce }: DatabaseHandle): SubmitLead {
  const store = db
    .select({
      id: sql<number | null>`lead_id`.mapWith((id) => (id === null ? null : Number(id))),
      submissionId: sql`lead_submission_id`.mapWith(leads.submissionId),
      createdAt: sql`lead_created_at`.mapWith(leads.createdAt),
      isRepeat: sql<boolean>`is_repeat`,
      others: sql<number>`others`,
      queued: sql<number>`queued`,
    })
    .from(
      sql`store_lead(${sql.placeholder('entry')}, ${sql.placeholder('judgedAlone')}, ${sql.placeholder('client')}, ${locks.confirmations})`,
    )
    .prepare('store_lead')

  return async (request, { attribution, consent, findReasons = () => [], confirmFor } = {}) => {
    const { name, email, address, service, message } = request
    const phone = readPhone(request.phone)
    const values = {
      submissionId: request.submissionId ?? randomUUID(),
      contentHash: hashContent(request, phone),
      ...{ name, email, address, service, message },
      ...{ phone: phone.number, phoneAsTyped: request.phone },
      ...(attribution && { attribution }),
      source: sourceOf(attribution),
      consentText: consent?.text,
      consentVersion: consent?.version,
      consentPage: consent?.page,
    }
    /** Stores what is judged by how many others sent the message; zero is only supposed at first. */
    async function storeAs(others: number) {
      const quarantineReasons = findReasons(others)
      const isQuarantined = quarantineReasons.length > 0
      const entry = toEntry({ ...values, isQuarantined, quarantineReasons: [...quarantineReasons] })
      const isConfirmed = confirmFor !== undefined && !isQuarantined
      const client = isConfirmed ? hash(confirmFor) : null
      const [row] = await store.execute({ entry, judgedAlone: others === 0, client })
      if (!row) throw new Error('store_lead returned no row')
      return { ...row, quarantineReasons }
    }

    // Hardly ever has somebody else sent the same. If so, it is judged again.
    const first = await storeAs(0)
    const { others, queued, ...lead } = first.id === null ? await storeAs(first.others) : first
    if (lead.id === null) throw new Error('store_lead stored nothing')
    if (!lead.isRepeat) announce('leads_changed')
    if (queued > 0) announce('deliveries_due')
    return { ...lead, id: lead.id }
  }
}
