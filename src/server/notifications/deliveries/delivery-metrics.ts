import { count } from 'drizzle-orm'
import { deliveryChannels, deliveryStates } from '#/contracts/notifications/deliveries.ts'
import { deliveries } from '#/server/db/tables/schema.ts'
import type { Database } from '../../db/database.ts'

/** How many deliveries there are of each channel in each state, none left out. */
export async function countDeliveries(db: Database) {
  const rows = await db
    .select({ channel: deliveries.channel, state: deliveries.state, value: count() })
    .from(deliveries)
    .groupBy(deliveries.channel, deliveries.state)
  return deliveryChannels.flatMap((channel) =>
    deliveryStates.map((state) => {
      const row = rows.find((counted) => counted.channel === channel && counted.state === state)
      return { labels: { channel, state }, value: row?.value ?? 0 }
    }),
  )
}
