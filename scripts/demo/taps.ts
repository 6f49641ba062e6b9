import { sourceOf } from '#/contracts/results/visits.ts'
import { publicPaths } from '#/contracts/routes.ts'
import type { Database } from '#/server/db/database.ts'
import { phoneTaps } from '#/server/db/tables/schema.ts'
import { attributionOfVisit } from '#/server/leads/intake/attribution.ts'
import { serviceOn } from './messages.ts'
import type { Random } from './random.ts'
import { visitFor } from './requests.ts'
import { daysUntil } from './season.ts'

/** So many people call for each who writes. */
const callsARequest = 1.3

/** Stores how often the phone number was tapped on each day of the season. */
export async function storeTaps(
  db: Database,
  end: Date,
  requestsADay: number,
  random: Random,
): Promise<void> {
  const counts = new Map<string, typeof phoneTaps.$inferInsert>()
  for (const { date, demand, weather } of daysUntil(end)) {
    const taps = random.count(requestsADay * callsARequest * demand)
    for (let i = 0; i < taps; i += 1) {
      const visit = visitFor(serviceOn(weather, random), random)
      const attribution = attributionOfVisit(visit, [])
      const page = attribution?.landingPage?.split('?')[0] ?? publicPaths[0] ?? '/'
      const row = { day: date.toString(), page, source: sourceOf(attribution), count: 0 }
      const key = Object.values(row).join(' ')
      const found = counts.get(key) ?? row
      counts.set(key, { ...found, count: found.count + 1 })
    }
  }
  await db.insert(phoneTaps).values([...counts.values()])
}
