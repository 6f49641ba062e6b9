import { and, eq, inArray, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { requestPage } from '#/content/request-page.ts'
import type { Offer } from '#/contracts/referrals/offers.ts'
import type { Database } from '#/server/db/database.ts'
import {
  deliveries,
  leadHistory,
  leadStages,
  ownerNews,
  referrals,
} from '#/server/db/tables/schema.ts'
import { createLinkToRequest } from '#/server/referrals/lead/links.ts'
import { inAnHour, type offerSite } from './offer-site.ts'

type Site = ReturnType<typeof offerSite>

/** What tests of what follows a contractor's yes need beside the site. */
export function afterYes(db: () => Database, site: Site) {
  const inWords = (rows: { kind: string; detail: string | null }[]) =>
    rows.map(({ kind, detail }) => (detail ? `${kind} ${detail}` : kind))

  return {
    /** A request that a contractor has accepted, with the pages of both. */
    async matched() {
      const made = await site.offered()
      const accepted = await site.open(`${made.link}/accept`, { callAt: inAnHour() })
      expect(accepted.statusCode).toBe(303)
      await db().delete(ownerNews)
      return { ...made, page: await createLinkToRequest(db(), '')(made.leadId) }
    },

    handBack: ({ link }: { link: string }, reason = 'too-busy') =>
      site.open(`${link}/hand-back`, { reason }),

    reportLost: ({ link }: { link: string }, lostReason = 'chose-another') =>
      site.open(`${link}/outcome`, { outcome: 'lost', lostReason }),

    /** What the owner was told, oldest first. */
    newsOf: async (leadId: number) =>
      inWords(
        await db()
          .select()
          .from(ownerNews)
          .where(eq(ownerNews.leadId, leadId))
          .orderBy(ownerNews.id),
      ),

    historyOf: async (leadId: number) =>
      inWords(await db().select().from(leadHistory).where(eq(leadHistory.leadId, leadId))),

    /** How the mail reads that tells the visitor how it stands, or why it does not leave. */
    async update(leadId: number) {
      const isWaiting = and(eq(deliveries.leadId, leadId), eq(deliveries.channel, 'update'))
      if ((await db().$count(deliveries, isWaiting)) === 0) return 'none'
      const mail = await site.mails('update', { id: 0 }, leadId)
      if ('cancelled' in mail) return mail.cancelled
      return mail.wanted.kind === 'update' ? mail.wanted.update.of : mail.wanted.kind
    },

    /** The mail of this kind has left before anything else happens. */
    leave: (channel: 'introduction' | 'update' | 'call-reminder') =>
      db()
        .update(deliveries)
        .set({ state: 'sent', sentAt: sql`now()` })
        .where(eq(deliveries.channel, channel)),

    /** The owner waits for no call that is not owed, and the visitor is asked of no other one. */
    async checkCall({ leadId, page }: { leadId: number; page: string }, owed: Offer | undefined) {
      const [row] = await db().select().from(leadStages).where(eq(leadStages.leadId, leadId))
      const isAwaited = owed !== undefined && owed.calledAt === null
      if (row?.stage === 'matched' && row.waitsFor === 'us' && !row.reason)
        expect(isAwaited).toBe(true)
      const { body } = await site.open(page)
      if (!isAwaited) expect(body).not.toContain(requestPage.callDue.heading)
      const isMissed = inArray(leadHistory.kind, ['call-missed', 'not-called'])
      const told = await db().$count(ownerNews, eq(ownerNews.kind, 'call-missed'))
      expect(told).toBe(await db().$count(leadHistory, isMissed))
    },

    async storedReferral(leadId: number) {
      const [row] = await db().select().from(referrals).where(eq(referrals.leadId, leadId))
      if (!row) throw new Error('no referral')
      return row
    },
  }
}
