import { isNull, sql } from 'drizzle-orm'
import { areSamples } from '#/content/testimonials.ts'
import type { FirstSteps } from '#/contracts/health/first-steps.ts'
import {
  contractors,
  firstSteps,
  offerSettings,
  visitorMailSettings,
} from '#/server/db/tables/schema.ts'
import type { Database } from '../../db/database.ts'
import { countPublished } from '../../db/published-ratings.ts'
import { readSettings } from '../../db/site-settings.ts'
import { countActive } from '../deliveries/delivery-list.ts'

/** What is known of the first steps without the mail server and the settings of the machine. */
export async function readFirstSteps(
  db: Database,
): Promise<Omit<FirstSteps, 'hasMailServer' | 'isSentElsewhere'>> {
  const [row] = await db.select().from(firstSteps)
  const [activeRecipients, activeWebhooks] = await countActive(db)
  const { name, phone, showsSamples = true } = await readSettings(db)
  const [offers] = await db.select().from(offerSettings)
  const [visitorMails] = await db.select().from(visitorMailSettings)
  return {
    isBusinessSet: (name ?? phone) !== undefined,
    contractors: await db.$count(contractors, isNull(contractors.removedAt)),
    offersAutomatically: offers?.isAutomatic ?? null,
    sendsVisitorMails: visitorMails?.sendsMails ?? null,
    activeRecipients,
    activeWebhooks,
    mailTestedAt: row?.mailTestedAt?.toISOString() ?? null,
    hasSampleTestimonials: areSamples && showsSamples && (await countPublished(db)) === 0,
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
