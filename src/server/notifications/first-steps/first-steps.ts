import { sql } from 'drizzle-orm'
import { areSamples } from '#/content/testimonials.ts'
import type { FirstSteps } from '#/contracts/health/first-steps.ts'
import { firstSteps } from '#/server/db/tables/schema.ts'
import type { Database } from '../../db/database.ts'
import { countPublished } from '../../db/published-ratings.ts'
import { readShowsSamples } from '../../db/site-settings.ts'
import { countActive } from '../deliveries/delivery-list.ts'

/** What is known of the first steps without the mail server. */
export async function readFirstSteps(db: Database): Promise<Omit<FirstSteps, 'mailServer'>> {
  const [row] = await db.select().from(firstSteps)
  const [activeRecipients, activeWebhooks] = await countActive(db)
  return {
    activeRecipients,
    activeWebhooks,
    mailTestedAt: row?.mailTestedAt?.toISOString() ?? null,
    hasSampleTestimonials:
      areSamples && (await countPublished(db)) === 0 && (await readShowsSamples(db)),
    isBackedUp: row?.backedUpAt != null,
    isPutAway: row?.putAwayAt != null,
  }
}

/** Stores when these steps were done; null takes a tick back. */
export async function saveFirstSteps(
  db: Database,
  done: Partial<Record<'mailTestedAt' | 'backedUpAt' | 'putAwayAt', Date | null | undefined>>,
): Promise<void> {
  await db
    .insert(firstSteps)
    .values(done)
    // A row cannot be updated with nothing.
    .onConflictDoUpdate({ target: firstSteps.isOnly, set: { isOnly: sql`true`, ...done } })
}
