import { isNull } from 'drizzle-orm'
import { areSamples } from '#/content/testimonials.ts'
import type { FirstSteps } from '#/contracts/health/first-steps.ts'
import { contractors } from '#/server/db/tables/schema.ts'
import type { Database } from '../../db/database.ts'
import { countPublished } from '../../db/published-ratings.ts'
import { readDecided } from '../../db/settings.ts'
import { countActive } from '../deliveries/delivery-list.ts'

/** What is known of the first steps without the mail server and the settings of the machine. */
export async function readFirstSteps(
  db: Database,
): Promise<Omit<FirstSteps, 'hasMailServer' | 'isSentElsewhere'>> {
  const [activeRecipients, activeWebhooks] = await countActive(db)
  const { business, offers, visitorMails, sampleReviews, firstSteps } = await readDecided(db)
  return {
    isBusinessSet: (business?.name ?? business?.phone) !== undefined,
    contractors: await db.$count(contractors, isNull(contractors.removedAt)),
    offersAutomatically: offers?.isAutomatic ?? null,
    sendsVisitorMails: visitorMails?.sendsMails ?? null,
    activeRecipients,
    activeWebhooks,
    mailTestedAt: firstSteps?.mailTestedAt ?? null,
    hasSampleTestimonials:
      areSamples && sampleReviews?.areShown !== false && (await countPublished(db)) === 0,
    isBackedUp: firstSteps?.backedUpAt != null,
    isPutAway: firstSteps?.putAwayAt != null,
  }
}
