import { eq, inArray, sql } from 'drizzle-orm'
import Fastify from 'fastify'
import { beforeEach, expect, test, vi } from 'vitest'
import type { LeadDetails } from '#/contracts/leads/inbox.ts'
import type { OwnerMail } from '#/contracts/notifications/mails.ts'
import type { NewsList } from '#/contracts/referrals/news.ts'
import type { NewsKind } from '#/contracts/referrals/owner-news.ts'
import { apiPaths, leadPath } from '#/contracts/routes.ts'
import { saveSetting } from '#/server/db/settings.ts'
import {
  deliveries,
  leads,
  notificationRecipients,
  offers,
  ownerNews,
  referrals,
} from '#/server/db/tables/schema.ts'
import { testConfig } from '#tests/support/app-builder.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { referralSite } from '#tests/support/suite-site.ts'
import { createBuiltRenderer } from '../../render/built-renderer.ts'
import { holdLead } from '../lead/held-lead.ts'
import { addNews } from '../lead/tell-of-lead.ts'
import { addWaiting } from './find-waiting.ts'
import { registerNews, tellNews } from './tell-news.ts'

type NewsMail = Extract<OwnerMail, { kind: 'news' }>

const { renderMail } = await createBuiltRenderer(testConfig().site)

// A Wednesday, in opening hours.
const noon = Date.parse('2026-03-04T17:00:00Z')
const at = (seconds: number) => new Date(noon + seconds * 1000)

describeOnDatabase('news for the owner', (database) => {
  const { db, ask, site } = referralSite(database, { isEmptied: true })
  let isSent = true
  beforeEach(async () => {
    isSent = true
    await saveSetting(db(), 'mutedMails', [])
    await db().delete(notificationRecipients)
    await db().insert(notificationRecipients).values({ email: 'owner@example.com' })
  })

  const add = (leadId: number, kind: NewsKind, detail?: string) =>
    db().transaction(async (tx) => {
      const lead = await holdLead(tx, leadId)
      if (lead) await addNews(tx, lead, kind, detail)
    })

  /** The mails at that time, by N processes at once. */
  async function toldAt(now: Date, processes = 1): Promise<NewsMail[]> {
    const mails: NewsMail[] = []
    const deps = {
      ...{ db: db(), siteUrl: 'https://site.example' },
      tellOwner: async (mail: OwnerMail) => {
        if (mail.kind === 'news') mails.push(mail)
        return isSent
      },
    }
    await Promise.all(Array.from({ length: processes }, () => tellNews(deps, now)))
    return mails
  }
  const kindsAt = async (now: Date) => (await toldAt(now)).map(({ news, count }) => [news, count])

  test('of which a mail did not leave is told half a minute later, though the clock is set back by an hour', async () => {
    await add(await site.sendLead({ name: 'Ann' }), 'accepted', 'Bay Air')
    vi.useFakeTimers({ toFake: ['Date', 'performance'], now: Date.now() })
    const app = Fastify()
    let tries = 0
    let wake = () => {}
    registerNews(app, {
      database: {
        ...database.handle(),
        listen: async (_channel, { onMessage }) => {
          wake = () => onMessage('')
        },
      },
      siteUrl: 'https://site.example',
      tellOwner: async () => {
        tries += 1
        return tries > 1
      },
    })
    try {
      await app.listen({ host: '127.0.0.1', port: 0 })
      await expect.poll(() => tries).toBe(1)
      vi.setSystemTime(Date.now() - 3_600_000)
      vi.advanceTimersByTime(30_000)
      wake()
      await expect.poll(() => tries).toBe(2)
    } finally {
      await app.close()
      vi.useRealTimers()
    }
  })

  test('is told once: the first at once, the rest of a minute in one mail', async () => {
    const [ann, bob] = [await site.sendLead({ name: 'Ann' }), await site.sendLead({ name: 'Bob' })]
    await add(ann, 'accepted', 'Bay Air')
    const [mail, ...others] = await toldAt(at(0), 3)
    expect(others).toEqual([])
    if (!mail) throw new Error('no mail')
    const { subject, text, isUrgent } = await renderMail(mail)
    expect(subject).toMatch(/^Accepted: Bay Air \(Ann, AC Repair & Installation, \d{3}-\d{4}\)$/)
    expect(isUrgent).toBeUndefined()
    expect(text).toContain(`https://site.example/admin/form-fills?lead=${ann}`)
    expect(await kindsAt(at(1))).toEqual([])

    await add(bob, 'accepted', 'Bay Air')
    await add(ann, 'accepted', 'Other Air')
    await add(bob, 'cancelled')
    // Another kind does not wait.
    expect(await kindsAt(at(30))).toEqual([['cancelled', 1]])
    expect(await kindsAt(at(59))).toEqual([])
    const [both] = await toldAt(at(60), 3)
    if (!both) throw new Error('no mail')
    expect((await renderMail(both)).subject).toBe('2 requests accepted')
    expect(await kindsAt(at(61))).toEqual([])
  })

  test('of a kind that only a newer version knows is a plain line, and is told by that version', async () => {
    const { leadId } = await site.offered()
    for (const statement of [
      sql`insert into owner_news (lead_id, kind, detail) values (${leadId}, 'comet', 'Bay Air')`,
      sql`insert into lead_history (lead_id, kind) values (${leadId}, 'comet')`,
      sql`update settings set value = '["comet", "cancelled"]' where key = 'mutedMails'`,
      sql`update offers set state = 'declined', decline_reason = 'comet' where lead_id = ${leadId}`,
    ]) {
      await db().execute(statement)
    }
    expect(await toldAt(at(0))).toEqual([])
    const { items } = (await ask('GET', apiPaths.news)).data as NewsList
    expect(items).toMatchObject([{ kind: 'unknown', detail: 'Bay Air' }])
    const lead = (await ask('GET', leadPath(apiPaths.lead, leadId))).data as LeadDetails
    expect(lead.history.at(-1)).toMatchObject({ kind: 'unknown' })
    expect((await site.referral(leadId)).offers).toMatchObject([{ declineReason: 'other' }])
    expect((await ask('GET', apiPaths.newsSettings)).data).toEqual({ muted: ['cancelled'] })
  })

  test('of an emergency says so first, and has priority', async () => {
    const id = await site.sendLead({ name: 'Eve' })
    await db().update(leads).set({ cannotWait: true }).where(eq(leads.id, id))
    await add(id, 'handed-back', 'Bay Air')
    const [mail] = await toldAt(at(0))
    if (!mail) throw new Error('no mail')
    const { subject, isUrgent } = await renderMail(mail)
    expect(subject).toMatch(/^EMERGENCY: Handed back: Bay Air \(Eve/)
    expect(isUrgent).toBe(true)
  })

  test('of several says which part is of emergencies, and begins with the word only where all are', async () => {
    const ids = await Promise.all(['Ann', 'Bob', 'Eve'].map((name) => site.sendLead({ name })))
    const subjectOf = async (urgentIds: number[], now: Date) => {
      await db()
        .update(leads)
        .set({ cannotWait: inArray(leads.id, urgentIds) })
      for (const id of ids) await add(id, 'poor-rating')
      const [mail] = await toldAt(now)
      if (!mail) throw new Error('no mail')
      const { subject, isUrgent } = await renderMail(mail)
      return [subject, isUrgent]
    }
    const [ann = 0, bob = 0] = ids
    expect(await subjectOf([0], at(0))).toEqual(['3 low ratings', undefined])
    expect(await subjectOf([ann], at(60))).toEqual(['3 low ratings, 1 in an emergency', true])
    expect(await subjectOf([ann, bob], at(120))).toEqual(['3 low ratings, 2 in emergencies', true])
    expect(await subjectOf(ids, at(180))).toEqual(['EMERGENCY: 3 low ratings', true])
  })

  test('that did not leave is told again, and counts as told while nobody is to be notified', async () => {
    const id = await site.sendLead()
    await add(id, 'accepted', 'Bay Air')
    isSent = false
    expect(await kindsAt(at(0))).toEqual([['accepted', 1]])
    expect(await kindsAt(at(30))).toEqual([['accepted', 1]])
    isSent = true
    await db().update(notificationRecipients).set({ isActive: false })
    expect(await kindsAt(at(60))).toEqual([])
    await db().update(notificationRecipients).set({ isActive: true })
    expect(await kindsAt(at(600))).toEqual([])
  })

  test('of a muted kind is no mail, and still a line', async () => {
    const id = await site.sendLead()
    const muted = { muted: ['accepted', 'nobody-left'] }
    expect(await ask('PUT', apiPaths.newsSettings, muted)).toMatchObject({ status: 200 })
    const read = (await ask('GET', apiPaths.newsSettings)).data.muted
    expect(read.toSorted()).toEqual(muted.muted)
    expect((await ask('PUT', apiPaths.newsSettings, { muted: ['rain'] })).status).toBe(400)
    await add(id, 'accepted', 'Bay Air')
    await add(id, 'cancelled')
    expect(await kindsAt(at(0))).toEqual([['cancelled', 1]])
    expect((await ask('GET', apiPaths.news)).data.total).toBe(2)
    // Those that no contractor is left for are told of by a mail of their own.
    const unmatched = async () =>
      db().$count(deliveries, sql`channel = 'unmatched' and lead_id = ${id}`)
    await site.setAutomatic(true)
    await db().update(referrals).set({ isAutomatic: true }).where(eq(referrals.leadId, id))
    await site.advance()
    expect((await site.referral(id)).hasRunOut).toBe(true)
    expect(await unmatched()).toBe(0)
    await site.setAutomatic(false)
  })

  test('stands in the inbox until it is put away: one line, or all that were there', async () => {
    const list = async (): Promise<NewsList> => (await ask('GET', apiPaths.news)).data
    const ids = [await site.sendLead(), await site.sendLead({ service: 'emergency-hvac' })]
    for (const id of ids) await add(id, 'accepted', 'Bay Air')
    for (const id of ids) await add(id, 'cancelled')
    const { items, total } = await list()
    expect(total).toBe(4)
    expect(items.map(({ leadId, kind }) => [leadId, kind])).toEqual([
      [ids[1], 'cancelled'],
      [ids[1], 'accepted'],
      [ids[0], 'cancelled'],
      [ids[0], 'accepted'],
    ])
    const put = (body: object) => ask('POST', apiPaths.newsSeen, body)
    expect((await put({ newsId: items[0]?.id })).data.total).toBe(3)
    // One that comes meanwhile stays.
    await add(ids[0] ?? 0, 'reopened')
    const left = (await put({ upTo: Math.max(...items.map(({ id }) => id)) })).data.items
    expect(left.map(({ kind }: { kind: string }) => kind)).toEqual(['reopened'])
    expect((await put({})).status).toBe(400)
    // What is in quarantine or erased is no news.
    await db()
      .update(leads)
      .set({ isQuarantined: true })
      .where(eq(leads.id, ids[0] ?? 0))
    expect(await list()).toEqual({ items: [], total: 0 })
  })

  test('comes of a request that waits longer than promised, once for each time that it waits', async () => {
    const found = async (now: Date, processes = 1) => {
      await Promise.all(Array.from({ length: processes }, () => addWaiting(db(), now)))
      return (await db().select().from(ownerNews).orderBy(ownerNews.id)).map(
        ({ leadId, detail }) => [leadId, detail],
      )
    }
    const sentAt = (id: number, createdAt: Date) =>
      db().update(leads).set({ createdAt }).where(eq(leads.id, id))
    const day = 86_400
    // A weekday has twelve opening hours: from Tuesday noon to Wednesday noon.
    const usual = await site.sendLead()
    await sentAt(usual, at(-day))
    const urgent = await site.sendLead({ service: 'emergency-hvac' })
    await sentAt(urgent, at(-29 * 60))
    const [contacted, old] = [await site.sendLead(), await site.sendLead()]
    await db().update(leads).set({ isContacted: true }).where(eq(leads.id, contacted))
    await sentAt(contacted, at(-3 * day))
    await sentAt(old, at(-20 * day))
    expect(await found(at(-60))).toEqual([])
    expect(await found(at(1), 3)).toEqual([[usual, 'no contractor has it']])
    const urgentLine = [urgent, 'no contractor has it']
    expect(await found(at(90))).toEqual([[usual, 'no contractor has it'], urgentLine])
    expect(await found(at(3600))).toHaveLength(2)
    // It is asked of a contractor, and waits for them.
    const { id } = await site.addContractor()
    await site.offer(usual, id)
    expect((await found(at(3700))).slice(2)).toEqual([[usual, 'no contractor has said yes yet']])
    // What is over meanwhile is not told.
    await site.setOutcome(usual, 'lost', 'duplicate')
    expect(await kindsAt(at(3800))).toEqual([['waits-too-long', 1]])
    expect(await db().$count(offers)).toBe(1)
  })
})
