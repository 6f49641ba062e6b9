import { sql } from 'drizzle-orm'
import type { Database } from '#/server/db/database.ts'
import { leadEvents, type leads, offers, referrals } from '#/server/db/tables/schema.ts'
import { meaningOf } from '#/server/referrals/event-table.ts'
import type { Event } from '#/server/referrals/events.ts'
import { beginning, evolve } from '#/server/referrals/evolve.ts'
import { derive } from '#/server/referrals/state.ts'
import { rulesNow, toEventRow } from '#/server/referrals/store/apply.ts'
import { toLead, toOfferRow, toReferralRow } from '#/server/referrals/store/state-rows.ts'

/** Stores what happened to a lead, at times of the past, and the state that it gives. */
export async function storeEvents(
  db: Database,
  lead: typeof leads.$inferSelect,
  events: readonly Event[],
): Promise<void> {
  const state = events.reduce(evolve, beginning(toLead(lead)))
  const rules = rulesNow({ offersByItself: false, mailsVisitor: true })
  const rows = events.map((event) => {
    const { tells } = meaningOf(event, state)
    const isTold = tells && { toldAt: event.at, seenAt: event.at }
    return { ...toEventRow(lead.id, event, tells), ...isTold }
  })
  await db.insert(referrals).values(toReferralRow(state, derive(state, rules)))
  if (state.offers.length > 0) {
    await db.insert(offers).values(state.offers.map((offer) => toOfferRow(lead.id, offer)))
    await db.execute(
      sql`select setval(pg_get_serial_sequence('offers', 'id'), max(id)) from ${offers}`,
    )
  }
  await db.insert(leadEvents).values(rows)
}
