import { createHash, randomUUID } from 'node:crypto'
import { getTableColumns, sql } from 'drizzle-orm'
import { type Place, placeOf } from '#/content/places.ts'
import type { Attribution } from '#/contracts/leads/attribution.ts'
import { leadFieldNames, pickLeadFields } from '#/contracts/leads/lead-fields.ts'
import type { Submission } from '#/contracts/leads/leads.ts'
import { sourceOf } from '#/contracts/results/visits.ts'
import type { Database, DatabaseHandle } from '#/server/db/database.ts'
import { createGroupCommit } from '#/server/db/group-commit.ts'
import { addNotified } from '#/server/db/lead-history.ts'
import { locks } from '#/server/db/locks.ts'
import { deliveries, deliveryAttempts, leads } from '#/server/db/tables/schema.ts'
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
  /** A mail of it is leaving to somebody who was told of it before. It is known soon whether it did. */
  isBeingTold?: boolean
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
  /** The recipients who were told of it while it waited in the journal. */
  told?: readonly string[] | undefined
}

/** The same content under another `submissionId` is a repeat within this time: see `store_lead`. */
export const repeatsMs = 10 * 60_000

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

/** The call of the SQL function `store_lead`, by the names of its parameters. */
type StoreCall = {
  entry: Record<string, unknown>
  judged_alone: boolean
  confirmation_client: string | null
  link_hash: string | null
}

const contentOf = ({ entry }: StoreCall) => String(entry[columns.contentHash.name])

/** While one statement waits for its commit to be synced, another can come to that point. */
const lanesOfLeads = 2

/** Makes the function that calls `store_lead` on a database, or in a transaction. */
function createStore(db: Database) {
  const statement = db
    .select({
      id: sql<number | null>`lead_id`.mapWith((id) => (id === null ? null : Number(id))),
      submissionId: sql`lead_submission_id`.mapWith(leads.submissionId),
      createdAt: sql`lead_created_at`.mapWith(leads.createdAt),
      isRepeat: sql<boolean>`is_repeat`,
      others: sql<number>`others`,
      queued: sql<number>`queued`,
    })
    .from(
      sql`rows from (
        jsonb_to_recordset(${sql.placeholder('calls')})
        as (entry jsonb, judged_alone boolean, confirmation_client text, link_hash text)
      ) with ordinality as calls (entry, judged_alone, confirmation_client, link_hash, place),
      store_lead(entry, judged_alone, confirmation_client, ${locks.confirmations}, link_hash)`,
    )
    .orderBy(sql`place`)
    .prepare('store_leads')

  return createGroupCommit(
    async (calls: readonly StoreCall[]) => {
      // Each locks its content. In one order, so that two processes do not wait for each other.
      const ordered = calls.toSorted((one, other) => contentOf(one).localeCompare(contentOf(other)))
      const rows = await statement.execute({ calls: JSON.stringify(ordered) })
      return calls.map((call) => rows[ordered.indexOf(call)])
    },
    { lanes: lanesOfLeads },
  )
}

/** Makes the function that judges a submission and stores it, without any signal. */
export function createStoreJudged(db: Database, findReasons: FindReasons) {
  const store = createStore(db)

  return async ({
    submission,
    receivedAt,
    attribution,
    consent,
    confirmationClient,
    linkHash,
    entry,
  }: ReceivedSubmission): Promise<SubmittedLead & { queued: number }> => {
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
      const row = await store({
        entry: toColumns({ ...values, isQuarantined, quarantineReasons: [...quarantineReasons] }),
        judged_alone: others === 0,
        confirmation_client: isQuarantined ? null : (confirmationClient ?? null),
        link_hash: linkHash ?? null,
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

/**
 * Makes the function that stores leads: the SQL function `store_lead` (in `migrations`) adds the
 * lead and its pending deliveries, all or nothing. Each takes one round trip and one commit, and
 * leads that come at the same time share theirs. The same submission twice is one lead: the same
 * content under the same `submissionId` at any time, or under any within ten minutes. Changed
 * content under a used `submissionId` is a lead of its own, so an edit is never lost.
 */
export function createSubmitLead(
  { db, announce }: Pick<DatabaseHandle, 'db' | 'announce'>,
  findReasons: FindReasons = () => [],
): SubmitLead {
  const storeJudged = createStoreJudged(db, findReasons)

  /**
   * Recipients who were told of it before are not told again: their deliveries are stored as sent.
   */
  const storeTold = (received: ReceivedSubmission, told: readonly string[]) =>
    db.transaction(async (tx) => {
      const lead = await createStoreJudged(tx, findReasons)(received)
      const { rows } = (await tx.execute(sql`
        with own as (
          select id, claim_token from ${deliveries}
          where lead_id = ${lead.id} and channel = 'mail' and state = 'pending'
            and target = any(${sql.param(told)}::text[])
        ), sent as (
          update ${deliveries} set state = 'sent', sent_at = now()
          where id in (select id from own) and claim_token is null
          returning id, lead_id, target
        ), logged as (
          insert into ${deliveryAttempts} (delivery_id, at, duration_ms, outcome, answer)
          select id, now(), 0, 'sent', 'It was sent while the request waited for the database.' from sent
        ), told as (${addNotified(sql`select lead_id, target from sent`)})
        select exists (select from own where claim_token is not null) "isBeingTold"`)) as {
        rows: { isBeingTold: boolean }[]
      }
      return { ...lead, isBeingTold: rows[0]?.isBeingTold ?? false }
    })

  return async (received) => {
    const { told = [] } = received
    const { queued, ...lead } = await (told.length > 0
      ? storeTold(received, told)
      : storeJudged(received))
    if (!lead.isRepeat) announce('leads_changed')
    if (queued > 0) announce('deliveries_due')
    return lead
  }
}
