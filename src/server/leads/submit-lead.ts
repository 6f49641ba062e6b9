import { createHash, randomUUID } from 'node:crypto'
import { and, eq, gt, or, sql } from 'drizzle-orm'
import type { Attribution } from '#/contracts/attribution.ts'
import type { ContactRequest } from '#/contracts/leads.ts'
import type { Database } from '../db/client.ts'
import { leads } from '../db/schema.ts'
import { announceLeads } from './changes.ts'
import { recordHistory } from './history.ts'
import { normalizePhone, phoneExtension } from './phone.ts'
import { sourceOf } from './sources.ts'

/** Within this time the same content is the same request, whoever numbered it. */
const repeatWindow = sql`interval '10 minutes'`

/** Who has waited for the lock must see what its last holder stored, whatever the server's default. */
const seeWhatIsCommitted = { isolationLevel: 'read committed' } as const

/** What a stored request is known by. `isRepeat`: it had been stored before. */
export type SubmittedLead = { id: number; submissionId: string; createdAt: Date; isRepeat: boolean }

/** What comes with a request beside what its sender typed. */
export type SubmissionContext = {
  attribution?: Attribution | undefined
  /** The wording beside the button, as it was shown. */
  consent?: { text: string; version: string; page: string | null } | undefined
  /** Why it looks like spam, in the owner's words. Any reason keeps it in quarantine. */
  quarantineReasons?: readonly string[]
}

/** Queues the notifications of a lead inside the transaction that stores it. */
export type QueueDeliveries = (tx: Database, leadId: number) => Promise<void>

function hashContent(content: readonly (string | null)[]): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('hex')
}

/**
 * Stores a request and its pending notifications, all or nothing. The same submission twice is one
 * lead: the same content under the same `submissionId` at any time, or under any within ten minutes.
 * Changed content under a used `submissionId` is a request of its own, so an edit is never lost.
 */
export async function submitLead(
  db: Database,
  request: ContactRequest,
  queueDeliveries: QueueDeliveries,
  { attribution, consent, quarantineReasons = [] }: SubmissionContext = {},
): Promise<SubmittedLead> {
  const { name, email, address, service, message } = request
  const phone = normalizePhone(request.phone)
  const extension = phoneExtension(request.phone)
  const contentHash = hashContent([
    ...[name, email.toLowerCase(), phone, extension],
    ...[address, service, message],
  ])
  const submissionId = request.submissionId ?? randomUUID()
  const isQuarantined = quarantineReasons.length > 0
  const stored = { id: leads.id, submissionId: leads.submissionId, createdAt: leads.createdAt }

  return db.transaction(async (tx) => {
    // Repeats that arrive at once wait here for the first; requests that differ do not wait.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${contentHash}, 0))`)
    const isRecent = gt(leads.createdAt, sql`now() - ${repeatWindow}`)
    const [earlier] = await tx
      .select(stored)
      .from(leads)
      .where(
        and(eq(leads.contentHash, contentHash), or(eq(leads.submissionId, submissionId), isRecent)),
      )
      .limit(1)
    if (earlier) return { ...earlier, isRepeat: true }

    const values = { submissionId, contentHash, name, email, phone, address, service, message }
    const [lead] = await tx
      .insert(leads)
      .values({
        ...values,
        phoneAsTyped: request.phone,
        attribution,
        source: sourceOf(attribution),
        isQuarantined,
        quarantineReasons: [...quarantineReasons],
        ...(consent && {
          consentText: consent.text,
          consentVersion: consent.version,
          consentPage: consent.page,
          consentAt: sql`now()`,
        }),
      })
      .returning(stored)
    if (!lead) throw new Error('the insert of a lead returned no row')
    await recordHistory(tx, lead.id, { kind: 'received' })
    if (isQuarantined) {
      await recordHistory(tx, lead.id, { kind: 'quarantined' })
    } else {
      await queueDeliveries(tx, lead.id)
    }
    // An inbox that shows the quarantine is told too.
    await announceLeads(tx, [lead.id], isQuarantined ? 'changed' : 'received')
    return { ...lead, isRepeat: false }
  }, seeWhatIsCommitted)
}
