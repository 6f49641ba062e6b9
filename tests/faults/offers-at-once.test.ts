/** @module-tag slow */
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { DatabaseLocation } from '#/server/db/database.ts'
import { deliveries, offers } from '#/server/db/tables/schema.ts'
import { freshDatabase } from '#tests/support/databases.ts'
import { inAnHour } from '#tests/support/leads/offer-site.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { linkTo, openPage, sendLead, startOfferProcesses } from './offer-processes.ts'

const processes = 3
const accepts = 50

const setups = {
  /** The processes share a folder: the first one starts the product's own PostgreSQL there. */
  async embedded() {
    const folder = temporaryFolder()
    const location: DatabaseLocation = { dataDir: folder.path, databaseUrl: undefined }
    return { location, remove: async () => folder.remove() }
  },
  separate: freshDatabase,
}

test.for(['embedded', 'separate'] as const)(
  `${accepts} contractors accept at once, on ${processes} processes and a database that is %s: one wins, and the others are told so`,
  async (setup) => {
    const { location, remove } = await setups[setup]()
    const world = await startOfferProcesses(location, { processes, contractors: accepts })
    const { db, servers } = world
    try {
      const leadId = await sendLead(world)
      const expiresAt = sql`now() + interval '1 hour'`
      const made = await db
        .insert(offers)
        .values(world.people.map(({ id: contractorId }) => ({ leadId, contractorId, expiresAt })))
        .returning({ id: offers.id })
      const links: string[] = []
      for (const { id } of made) links.push(await linkTo(db, leadId, id))

      const serverAt = (place: number) => servers[place % processes]
      const callAt = inAnHour()
      const answers = await Promise.all(
        links.map((link, place) => openPage(serverAt(place), `${link}/accept`, { callAt })),
      )
      // Each comes back to its page, which says how the offer stands.
      expect(answers.map(({ status }) => status)).toEqual(links.map(() => 303))
      const pages = await Promise.all(
        links.map(async (link, place) => (await openPage(serverAt(place), link)).text()),
      )
      expect(pages.filter((page) => page.includes('maria@example.com'))).toHaveLength(1)
      const told = pages.filter((page) => page.includes('Another contractor accepted first'))
      expect(told).toHaveLength(accepts - 1)

      const states = await db.select({ state: offers.state }).from(offers)
      expect(states.map(({ state }) => state).sort()).toEqual([
        'accepted',
        ...Array.from({ length: accepts - 1 }, () => 'taken'),
      ])
      const matches = () =>
        db
          .select({ state: deliveries.state })
          .from(deliveries)
          .where(eq(deliveries.channel, 'match'))
      await expect.poll(matches).toEqual([{ state: 'sent' }])
    } finally {
      await world.close()
      await remove()
    }
  },
)
