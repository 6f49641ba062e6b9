import { and, countDistinct, desc, eq, gt, ne, type SQL, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import type { ContactRequest } from '#/contracts/leads.ts'
import type { Database } from '../db/client.ts'
import { leads } from '../db/schema.ts'
import { normalizePhone } from './phone.ts'

/** Shorter messages are the same by chance: "My AC is not cooling". */
const shortestTelling = 60

/** How many of the latest requests of a day are looked at, so that a flood does not slow the form. */
const mostLookedAt = 1000

/**
 * How many other people sent the same message within a day, by email address. Who shares the email
 * or the phone number is the same person, who may correct the rest.
 */
export async function countOthersWithMessage(
  db: Database,
  { email, phone, message }: ContactRequest,
): Promise<number> {
  if (message === null || message.length < shortestTelling) return 0
  const latest = (isQuarantined: SQL) =>
    db
      .select({ email: leads.email, phone: leads.phone, message: leads.message })
      .from(leads)
      .where(and(isQuarantined, gt(leads.createdAt, sql`now() - interval '1 day'`)))
      .orderBy(desc(leads.createdAt), desc(leads.id))
      .limit(mostLookedAt)
  // One for each of the two indexes by age.
  const recent = unionAll(
    latest(sql`not ${leads.isQuarantined}`),
    latest(sql`${leads.isQuarantined}`),
  ).as('recent')
  const [found] = await db
    .select({ others: countDistinct(sql`lower(${recent.email})`) })
    .from(recent)
    .where(
      and(
        eq(recent.message, message),
        ne(sql`lower(${recent.email})`, email.toLowerCase()),
        ne(recent.phone, normalizePhone(phone)),
      ),
    )
  return found?.others ?? 0
}
