import { createHash, randomUUID } from 'node:crypto'
import { and, countDistinct, desc, eq, getTableColumns, ne, or, type SQL, sql } from 'drizzle-orm'
import { leadFieldNames, pickLeadFields } from '#/contracts/leads/lead-fields.ts'
import { type Attribution, sourceOf } from '#/contracts/results/visits.ts'
import { urgentServiceId } from '#/contracts/site/services.ts'
import type { Place } from '#/contracts/site/towns.ts'
import type { Phone } from '#/contracts/values/phone.ts'
import type { Database, Transaction } from '#/server/db/database.ts'
import { leadReference } from '#/server/db/lead-reference.ts'
import { locks } from '#/server/db/locks.ts'
import { deliveries, isUrgent, leads, referrals } from '#/server/db/tables/schema.ts'
import type { Instant } from '#/server/referrals/state.ts'
import { applyToNew } from '#/server/referrals/store/apply.ts'
import { storeLink } from '#/server/referrals/store/links.ts'
import { queueToEveryone } from '#/server/referrals/store/queue-mails.ts'
import { placeOf } from '#/server/texts/places.ts'
import { storedPhone } from '../phone.ts'
import type { Submission } from './submission.ts'

/** The most confirmations: to an address and from a client in a day, and in an hour. */
const most = { toAddress: 1, fromClient: 12, inHour: 60 }

/**
 * Queues the confirmation to the visitor unless a limit is reached. Any visitor can type any address into
 * the form, so the limits keep it from becoming a way to send mail to strangers. `client` is the client's
 * hash. One transaction at a time counts them. Who is told already that the work is outside of our towns
 * gets no confirmation.
 */
async function queueConfirmation(
  tx: Transaction,
  { id, email, isUrgent, isOutside }: typeof leads.$inferSelect & { isUrgent: boolean },
  client: string,
): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${locks.confirmations})`)
  await tx.execute(sql`
    with recent as (
      select lower(target) address, client_hash client, created_at
      from ${deliveries} where channel = 'confirmation' and created_at > now() - interval '1 day'
    )
    insert into ${deliveries} (lead_id, channel, target, client_hash, is_urgent)
    select ${id}, 'confirmation', ${email}, ${client}, ${isUrgent}
    where (select count(*) from recent where address = lower(${email})) < ${most.toAddress}
      and (select count(*) from recent where client = ${client}) < ${most.fromClient}
      and (select count(*) from recent where created_at > now() - interval '1 hour') < ${most.inHour}
      and not (${isOutside} and exists (
        select from ${deliveries} where lead_id = ${id} and channel = 'update'
      ))
    on conflict do nothing`)
}

/** What a submission became. */
export type SubmittedLead = {
  id: number
  submissionId: string
  reference: string
  createdAt: Date
  /** The same was stored before; the other fields are of that lead. */
  isRepeat: boolean
  /** The link that came along leads to it. False if another visitor sent the same. */
  hasLink: boolean
  /** It looks like spam, and nobody is asked before a user has read it. */
  isHeld: boolean
}

/** A submission with all that is needed to store it, now or later. */
export type ReceivedSubmission = {
  submission: Submission
  /** When it was received, if that is not now. ISO 8601 in UTC. */
  receivedAt?: string | undefined
  attribution?: Attribution | undefined
  /** The wording beside the button, as it was shown. */
  consent?: { text: string; version: string; page: string | null } | undefined
  /** A hash of the client, by which confirmations are counted. */
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
type FindReasons = (submission: Submission, othersWithMessage: number) => readonly string[]

export type SubmitLead = (received: ReceivedSubmission) => Promise<SubmittedLead>

/** The SHA-256 of a text, in hexadecimal digits. */
export const hash = (text: string) => createHash('sha256').update(text).digest('hex')

/** The same for a repeat of a submission, however its email and phone are written. */
export function hashContent(submission: Submission, phone: Phone): string {
  const alike = {
    ...pickLeadFields(submission),
    email: submission.email.toLowerCase(),
    phone: [phone.number, phone.extension],
  }
  return hash(JSON.stringify(leadFieldNames.flatMap((name) => alike[name])))
}

function toValues({ submission, attribution, consent, entry }: ReceivedSubmission) {
  const phone = storedPhone(submission.phone)
  return {
    submissionId: submission.submissionId ?? randomUUID(),
    contentHash: hashContent(submission, phone),
    ...pickLeadFields(submission),
    phone: phone.number,
    phoneAsTyped: submission.phone,
    ...placeOf([submission.address]),
    ...(attribution && { attribution }),
    source: sourceOf(attribution),
    consentText: consent?.text,
    consentVersion: consent?.version,
    consentPage: consent?.page,
    ...(entry && {
      // The form is sent again with the same id while it says the same.
      contentHash: hash(`entered ${submission.submissionId}`),
      source: 'phone',
      enteredBy: entry.actor,
      cannotWait: entry.cannotWait,
      ...entry.place,
    }),
  }
}

type Values = ReturnType<typeof toValues>

/** The lead that the same submission has become already; `at` is when it was received. */
async function findRepeat(tx: Transaction, { contentHash, submissionId }: Values, at: SQL) {
  const isSameId = eq(leads.submissionId, submissionId)
  const tenMinutes = sql`interval '10 minutes'`
  const [row] = await tx
    .select({ id: leads.id, submissionId: leads.submissionId, createdAt: leads.createdAt })
    .from(leads)
    .where(
      and(
        eq(leads.contentHash, contentHash),
        or(
          isSameId,
          sql`${leads.createdAt} between ${at} - ${tenMinutes} and ${at} + ${tenMinutes}`,
        ),
      ),
    )
    .orderBy(desc(isSameId))
    .limit(1)
  return row
}

/** Shorter messages are the same by chance. */
const fewestEqualCharacters = 60

/** No flood is counted beyond this. */
const mostCounted = 1_000

/** How many others sent the same message within a day. Who shares email or phone is the same person. */
async function countOthers(tx: Transaction, { message, email, phone }: Values, at: SQL) {
  if (!message || message.length < fewestEqualCharacters) return 0
  const recent = tx
    .select({ email: sql<string>`lower(${leads.email})`.as('address') })
    .from(leads)
    .where(
      and(
        sql`hashtext(${leads.message}) = hashtext(${message})`,
        eq(leads.message, message),
        sql`length(${leads.message}) >= ${fewestEqualCharacters}`,
        sql`${leads.createdAt} > ${at} - interval '1 day'`,
        sql`lower(${leads.email}) <> lower(${email})`,
        ne(leads.phone, phone),
      ),
    )
    .limit(mostCounted)
    .as('recent')
  const [row] = await tx.select({ others: countDistinct(recent.email) }).from(recent)
  return row?.others ?? 0
}

/** A phone number that somebody may have: of North America, or of another country. */
const realPhone = /^(?:[2-9]\d\d[2-9]\d{6}|\+.*)$/

/** True for what looks like spam and may be a request all the same. */
const mayBeReal = ({ service, town, phone }: Values) =>
  service === urgentServiceId || (town != null && realPhone.test(phone))

/**
 * Makes the function that judges a submission and stores it with all that follows from it, all or nothing.
 * The same submission twice is one lead: the same content under the same `submissionId` at any time, or
 * under any within ten minutes. Changed content under a used `submissionId` is a lead of its own, so an
 * edit is never lost.
 */
export function createSubmitLead(
  { db }: { db: Database },
  findReasons: FindReasons = () => [],
): SubmitLead {
  return (received) =>
    db.transaction(async (tx) => {
      const { submission, receivedAt, confirmationClient, linkHash, entry } = received
      const values = toValues(received)
      const at = receivedAt ? sql`${receivedAt}::timestamptz` : sql`now()`
      // Repeats, and requests of one person, that arrive at once wait here for the first, and find it.
      const keys = [values.contentHash, values.phone, values.email.toLowerCase()].toSorted()
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(key, 0))
        from unnest(${sql.param(keys)}::text[]) key where key <> ''`)
      const repeat = await findRepeat(tx, values, at)
      if (repeat) {
        // A stranger who knows what another visitor has typed must not see what that visitor adds later.
        const hasLink = linkHash !== undefined && repeat.submissionId === values.submissionId
        if (hasLink) await storeLink(tx, 'leadId', repeat.id, linkHash)
        const isHeld = findReasons(submission, 0).length > 0
        const reference = leadReference(repeat.submissionId)
        return { ...repeat, reference, hasLink, isRepeat: true, isHeld }
      }
      const quarantineReasons = findReasons(submission, await countOthers(tx, values, at))
      const isQuarantined = quarantineReasons.length > 0
      const consentAt = values.consentVersion === undefined ? null : at
      const [lead] = await tx
        .insert(leads)
        .values({
          ...values,
          consentAt,
          createdAt: at,
          isQuarantined,
          quarantineReasons: [...quarantineReasons],
        })
        .returning({
          ...getTableColumns(leads),
          isUrgent,
          now: sql<Instant>`clock_timestamp()`.mapWith(referrals.since),
        })
      if (!lead) throw new Error('the lead was not stored')
      const { id } = lead
      if (linkHash !== undefined) await storeLink(tx, 'leadId', id, linkHash)
      const held = isQuarantined ? { mayBeReal: mayBeReal(values) } : null
      const enteredBy = entry?.actor ?? null
      const { mailsVisitor } = await applyToNew(tx, lead, { do: 'stored', held, enteredBy })
      if (!isQuarantined) {
        await queueToEveryone(tx, id, lead.isUrgent)
        if (confirmationClient && mailsVisitor)
          await queueConfirmation(tx, lead, confirmationClient)
      }
      const { submissionId, createdAt } = lead
      const stored = { id, submissionId, reference: leadReference(submissionId), createdAt }
      const hasLink = linkHash !== undefined
      return { ...stored, isRepeat: false, hasLink, isHeld: isQuarantined }
    })
}
