/** @module-tag slow */
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { deliveryStates } from '#/contracts/notifications/deliveries.ts'
import { apiPaths, requestPath } from '#/contracts/routes.ts'
import {
  contractors,
  deliveries,
  deliveryAttempts,
  leadPhotos,
  leads,
  notificationRecipients,
  ratings,
  requestAdditions,
  requestLinks,
} from '#/server/db/tables/schema.ts'
import { readReviews } from '#/server/referrals/request-page/read-ratings.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { inAnHour } from '#tests/support/leads/offer-site.ts'
import { referralSite } from '#tests/support/suite-site.ts'
import { accessTable } from '../../http/access-table.ts'
import { hashLinkToken, makeLinkToken } from '../../http/link-tokens.ts'
import { createClaimDue } from '../../notifications/deliveries/claims.ts'
import { findDueLeads } from '../../referrals/offers/next-offer.ts'
import { addRemoval, bringBackUndone, removeLeads } from './removals.ts'
import { undoRemoval } from './retention.ts'

/** Ends only when its client goes; what it sends is read from the same lists. */
const endless: string[] = [apiPaths.leadEvents]

/** Lists that show the lead only when they are asked for its kind. */
const filtered = [
  `${apiPaths.leads}?limit=10&q=Greta`,
  `${apiPaths.leads}?limit=10&service=ac-repair&status=all`,
  `${apiPaths.leadCount}?q=Greta`,
  ...deliveryStates.map((state) => `${apiPaths.deliveries}?state=${state}`),
]

describeOnDatabase('a lead that retention has removed', (database) => {
  const { app, cookie, db, site } = referralSite(database, { isEmptied: true })

  /** A matched lead with everything that can belong to one, and one that a contractor was only asked. */
  async function makeLeads() {
    await db().insert(notificationRecipients).values({ email: 'owner@example.com' })
    const matched = await site.offered()
    const asked = await site.offered({ name: 'Greta Asked' })
    const { leadId } = matched
    await site.open(`${matched.link}/accept`, { callAt: inAnHour() })
    await site.ask('POST', apiPaths.leadNotes.replace(':leadId', String(leadId)), { text: 'Greta' })
    const [delivery] = await db().select().from(deliveries).where(eq(deliveries.leadId, leadId))
    await db()
      .update(deliveries)
      .set({ state: 'failed', problem: 'There is no such mailbox.', queuedAt: sql`now()` })
      .where(eq(deliveries.id, delivery?.id ?? 0))
    const attempt = {
      at: new Date(),
      durationMs: 12,
      outcome: 'retry',
      answer: '250 Greta',
    } as const
    await db()
      .insert(deliveryAttempts)
      .values({ deliveryId: delivery?.id ?? 0, ...attempt })
    await db().insert(requestAdditions).values({ leadId, kind: 'word', text: 'Greta’s gate' })
    const bytes = Buffer.from('Greta in a photograph')
    const [photo] = await db()
      .insert(leadPhotos)
      .values({ leadId, image: bytes, thumbnail: bytes, width: 4, height: 3 })
      .returning()
    await db()
      .insert(ratings)
      .values({
        ...{ leadId, hasCome: true, stars: 5, text: 'Greta is cool again', mayPublish: true },
        ...{
          shownName: 'Greta',
          shownTown: 'DeLand',
          ratedAt: new Date(),
          publishedAt: new Date(),
        },
      })
    const token = makeLinkToken()
    await db()
      .insert(requestLinks)
      .values({ leadId, tokenHash: hashLinkToken(token) })
    return {
      leadId,
      contractor: matched.contractor,
      askedId: asked.leadId,
      askedOffer: asked.offerId,
      deliveryId: delivery?.id ?? 0,
      photoId: photo?.id ?? 0,
      links: [matched.link, asked.link, requestPath(token)],
    }
  }

  type Made = Awaited<ReturnType<typeof makeLeads>>

  /** An address with the numbers of the lead and its photograph, and 1 for any other. */
  const fill = (url: string, { leadId, photoId }: Made) =>
    url
      .replace(':leadId', String(leadId))
      .replace(':photoId', String(photoId))
      .replaceAll(/:\w+/g, '1')

  /** Every route that an admin reads, and every page with a secret address, with what it sends. */
  async function readEverything(made: Made) {
    const reads = accessTable.flatMap(([method, path]) =>
      method === 'GET' && !endless.includes(path) ? [path] : [],
    )
    const urls = [...reads, ...filtered, ...made.links].map((url) => fill(url, made))
    const texts = new Map<string, string>()
    for (const url of urls) {
      const { body } = await app().inject({ url, headers: { cookie: cookie() } })
      texts.set(url, body)
    }
    texts.set('the reviews', JSON.stringify(await readReviews(db())))
    return texts
  }
  const naming = (texts: Map<string, string>) =>
    [...texts].filter(([, text]) => text.includes('Greta')).map(([url]) => url)

  test('is in no list, count, page, mail or review, and comes back whole', async () => {
    const made = await makeLeads()
    const before = await readEverything(made)
    const shown = naming(before)
    for (const url of [
      apiPaths.leads,
      apiPaths.leadExport,
      apiPaths.lead,
      apiPaths.leadAdditions,
      apiPaths.leadPhoto,
      apiPaths.leadRating,
      apiPaths.ratings,
      apiPaths.leadDeliveries,
    ]) {
      expect(shown).toContain(fill(url, made))
    }
    expect(shown).toContain(made.links[0])
    expect(shown).toContain('the reviews')

    const removalId = await db().transaction(async (tx) => {
      const id = await addRemoval(tx)
      await removeLeads(tx, id, [made.leadId, made.askedId])
      return id
    })
    const hidden = await readEverything(made)
    expect(naming(hidden)).toEqual([])
    expect(JSON.parse(hidden.get(apiPaths.leadStats) ?? '').data.total).toBe(0)
    expect(JSON.parse(hidden.get(apiPaths.deliverySummary) ?? '').data.failed).toBe(0)
    for (const path of [apiPaths.leadReferral, apiPaths.leadAdditions]) {
      expect((await site.ask('GET', path.replace(':leadId', String(made.leadId)))).status).toBe(404)
    }
    // Nothing is sent, offered or changed of it, whoever asks for it.
    const resend = apiPaths.deliveryResend.replace(':deliveryId', String(made.deliveryId))
    expect((await site.ask('POST', resend)).status).toBe(409)
    expect((await site.withdraw(made.askedOffer)).status).toBe(404)
    expect(await createClaimDue(db(), ['mail', 'offer', 'match'], 1_000)(10)).toEqual([])
    const { contractor } = made
    await db()
      .update(contractors)
      .set({ removedAt: sql`now()` })
      .where(eq(contractors.id, contractor.id))
    expect(await findDueLeads(db())).toEqual([])
    await db().update(contractors).set({ removedAt: null })

    await undoRemoval(db(), removalId)
    await bringBackUndone(db(), new AbortController().signal)
    const after = await readEverything(made)
    // What was not sent by then is cancelled, and so no trouble any more.
    const rest = (urls: string[]) => urls.filter((url) => !url.startsWith(apiPaths.deliveries))
    expect(rest(naming(after))).toEqual(rest(shown))
    for (const url of [
      apiPaths.lead,
      apiPaths.leadRating,
      apiPaths.leadPhoto,
      apiPaths.leadStats,
    ]) {
      expect(after.get(fill(url, made))).toBe(before.get(fill(url, made)))
    }
    expect(await db().$count(leads)).toBe(2)
  })
})
