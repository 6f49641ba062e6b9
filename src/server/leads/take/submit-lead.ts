import { createHash, randomUUID } from 'node:crypto'
import { getTableColumns, sql } from 'drizzle-orm'
import { type Place, placeOf } from '#/content/places.ts'
import type { Attribution } from '#/contracts/leads/attribution.ts'
import { leadFieldNames, pickLeadFields } from '#/contracts/leads/lead-fields.ts'
import type { Submission } from '#/contracts/leads/leads.ts'
import { sourceOf } from '#/contracts/results/visits.ts'
import type { Database } from '#/server/db/database.ts'
import { locks } from '#/server/db/locks.ts'
import { leads } from '#/server/db/tables/schema.ts'
import { readPhone } from '../phone.ts'

/** What a submission became. */
export type SubmittedLead = {
  id: number
  submissionId: string
  createdAt: Date
  /** The same was stored before; the other fields are of that lead. */
  isRepeat: boolean
  /** The link that came along leads to it. False if another visitor sent the same. */
  hasLink: boolean
  quarantineReasons: readonly string[]
}

/** A submission with all that is needed to store it, now or later. */
export type ReceivedSubmission = {
  submission: Submission
  /** When it was received, if that is not now. ISO 8601 in UTC. */
  receivedAt?: string | undefined
  attribution?: Attribution | undefined
  /** The wording beside the button, as it was shown. */
  consent?: { text: string; version: string; page: string | null } | undefined
  /** Hashes of the client, and of its /48, by which confirmations are counted. */
  confirmationClient?: string | undefined
  /** The hash of the token in the link to its request page. */
  linkHash?: string | undefined
  /** A caller's request, as a user has entered it. */
  entry?: { actor: string; cannotWait: boolean; place?: Place } | undefined
}

/**
 * Why a submission looks like spam, in the owner's words, given how many others sent the same
 * message within a day. Any reason puts it into quarantine.
 */
export type FindReasons = (submission: Submission, othersWithMessage: number) => readonly string[]

export type SubmitLead = (received: ReceivedSubmission) => Promise<SubmittedLead>

/** The SHA-256 of a text, in hexadecimal digits. */
export const hash = (text: string) => createHash('sha256').update(text).digest('hex')

/** The same for a repeat of a submission, however its email and phone are written. */
export function hashContent(submission: Submission, phone: ReturnType<typeof readPhone>): string {
  const alike = {
    ...pickLeadFields(submission),
    email: submission.email.toLowerCase(),
    phone: [phone.number, phone.extension],
  }
  return hash(JSON.stringify(leadFieldNames.flatMap((name) => alike[name])))
}

const columns = getTableColumns(leads)

function toColumns(values: Partial<Record<keyof typeof columns, unknown>>) {
  const named = Object.entries(values).map(([key, value]) => [
    columns[key as keyof typeof columns].name,
    value,
  ])
  return Object.fromEntries(named)
}

/** Prepares the call of the SQL function `store_lead` on a database, or in a transaction. */
function prepareStore(db: Database) {
  const { placeholder } = sql
  return db
    .select({
      id: sql<number | null>`lead_id`.mapWith((id) => (id === null ? null : Number(id))),
      submissionId: sql`lead_submission_id`.mapWith(leads.submissionId),
      createdAt: sql`lead_created_at`.mapWith(leads.createdAt),
      isRepeat: sql<boolean>`is_repeat`,
      others: sql<number>`others`,
    })
    .from(
      sql`store_lead(${placeholder('entry')}::jsonb, ${placeholder('judgedAlone')}::boolean,
      ${placeholder('confirmationClient')}::text, ${locks.confirmations}, ${placeholder('linkHash')}::text)`,
    )
    .prepare('store_lead')
}

/**
 * Makes the function that judges a submission and stores it: the SQL function `store_lead` (in
 * `migrations`) adds the lead and its pending deliveries, all or nothing, in one round trip and one
 * commit. The same submission twice is one lead: the same content under the same `submissionId` at any
 * time, or under any within ten minutes. Changed content under a used `submissionId` is a lead of its
 * own, so an edit is never lost.
 */
export function createSubmitLead(
  { db }: { db: Database },
  findReasons: FindReasons = () => [],
): SubmitLead {
  const statement = prepareStore(db)

  return async ({
    submission,
    receivedAt,
    attribution,
    consent,
    confirmationClient,
    linkHash,
    entry,
  }) => {
    const phone = readPhone(submission.phone)
    const values = {
      submissionId: submission.submissionId ?? randomUUID(),
      contentHash: hashContent(submission, phone),
      ...pickLeadFields(submission),
      ...{ phone: phone.number, phoneAsTyped: submission.phone },
      ...placeOf([submission.address]),
      ...(attribution && { attribution }),
      source: sourceOf(attribution),
      consentText: consent?.text,
      consentVersion: consent?.version,
      consentPage: consent?.page,
      ...(receivedAt && { createdAt: receivedAt }),
      ...(entry && {
        // The form is sent again with the same number until it is stored, whatever else it says.
        contentHash: hash(`entered ${submission.submissionId}`),
        source: 'phone',
        enteredBy: entry.actor,
        cannotWait: entry.cannotWait,
        ...entry.place,
      }),
    }
    /** Judges and stores as if `others` had sent the same message. */
    async function storeAs(others: number) {
      const quarantineReasons = findReasons(submission, others)
      const isQuarantined = quarantineReasons.length > 0
      const [row] = await statement.execute({
        entry: JSON.stringify(toColumns({ ...values, isQuarantined, quarantineReasons })),
        judgedAlone: others === 0,
        confirmationClient: isQuarantined ? null : (confirmationClient ?? null),
        linkHash: linkHash ?? null,
      })
      if (!row) throw new Error('store_lead returned no row')
      return { ...row, quarantineReasons }
    }

    // Others have hardly ever sent the same. If some have, nothing is stored and it is judged
    // again.
    const first = await storeAs(0)
    const { others, ...lead } = first.id === null ? await storeAs(first.others) : first
    if (lead.id === null) throw new Error('store_lead stored nothing')
    const hasLink = linkHash !== undefined && lead.submissionId === values.submissionId
    return { ...lead, id: lead.id, hasLink }
  }
}
