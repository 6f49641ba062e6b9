import { and, eq, isNull } from 'drizzle-orm'
import { userInWords } from '#/contracts/accounts/accounts.ts'
import type { Transaction } from '#/server/db/database.ts'
import { recordOnLead } from '#/server/db/lead-history.ts'
import { notify } from '#/server/db/signals.ts'
import { deliveries, users } from '#/server/db/tables/schema.ts'

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')

/** Those of the names that a text has behind an @; of two that begin alike the longer one. */
export function namesIn(text: string, names: readonly string[]): Set<string> {
  const longestFirst = names.toSorted((a, b) => b.length - a.length).map(escaped)
  const named = new RegExp(
    `(?<![\\p{L}\\p{N}])@(${longestFirst.join('|')})(?![\\p{L}\\p{N}])`,
    'giu',
  )
  return new Set([...text.matchAll(named)].map(([, name = '']) => name.toLowerCase()))
}

/**
 * Tells the users whom a note names, each once, by a mail that says nothing of the note. Not its author,
 * nor who has no account any more or may not read leads.
 */
export async function tellMentioned(
  tx: Transaction,
  lead: { id: number; isUrgent: boolean },
  { text, actor }: { text: string; actor: string },
): Promise<void> {
  if (!text.includes('@')) return
  const team = await tx
    .select({ name: users.name, email: users.email })
    .from(users)
    .where(and(eq(users.role, 'admin'), isNull(users.disabledAt)))
  const others = team.filter((user) => userInWords(user) !== actor)
  if (others.length === 0) return
  const named = namesIn(
    text,
    others.map(({ name }) => name),
  )
  for (const user of others.filter(({ name }) => named.has(name.toLowerCase()))) {
    await tx.insert(deliveries).values({
      ...{ leadId: lead.id, channel: 'mention', target: user.email, isUrgent: lead.isUrgent },
    })
    await recordOnLead(tx, lead.id, { kind: 'mentioned', detail: userInWords(user), actor })
    await notify(tx, 'deliveries_due', '')
  }
}
