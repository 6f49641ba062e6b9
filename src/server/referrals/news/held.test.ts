import { eq, isNull, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { estimateOutcome } from '#/content/estimate-form.ts'
import type { OwnerMail } from '#/contracts/notifications/mails.ts'
import { mostNews, type NewsList } from '#/contracts/referrals/news.ts'
import { apiPaths, leadPath } from '#/contracts/routes.ts'
import { leads, notificationRecipients, ownerNews } from '#/server/db/tables/schema.ts'
import { testConfig } from '#tests/support/app-builder.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { anotherPerson, contactBody } from '#tests/support/factories.ts'
import { referralSite } from '#tests/support/suite-site.ts'
import { createBuiltRenderer } from '../../render/built-renderer.ts'
import { addHeld } from './find-waiting.ts'
import { tellNews } from './tell-news.ts'

type NewsMail = Extract<OwnerMail, { kind: 'news' }>

const { renderMail } = await createBuiltRenderer(testConfig().site)

/** A Wednesday before the business opens, when it opens, and the day after. */
const [night, opening, nextDay] = ['03-04T05:00', '03-04T13:00', '03-05T13:00'].map(
  (time) => new Date(`2026-${time}:00Z`),
) as [Date, Date, Date]

describeOnDatabase('what is held as spam', (database) => {
  const { app, db, ask, site } = referralSite(database, { isEmptied: true })
  beforeEach(async () => {
    await db().delete(notificationRecipients)
    await db().insert(notificationRecipients).values({ email: 'owner@example.com' })
  })

  /** Sends what a program would: a field is filled in that people do not see. */
  const hold = (fields: Record<string, unknown> = {}) =>
    site.sendLead({ subject: 'Hello', address: '', ...fields })

  /** Looks at that time, as two processes do at once; returns the mails. */
  async function toldAt(now: Date): Promise<NewsMail[]> {
    const mails: NewsMail[] = []
    await db().update(leads).set({ createdAt: night })
    await db().update(ownerNews).set({ createdAt: night })
    const tellOwner = async (mail: OwnerMail) => mail.kind === 'news' && mails.push(mail) > 0
    for (const kind of ['held', 'held-daily'] as const) {
      await Promise.all([0, 1].map(() => addHeld(db(), kind, now)))
    }
    const deps = { db: db(), siteUrl: 'https://site.example', tellOwner }
    await Promise.all([0, 1].map(() => tellNews(deps, now)))
    return mails
  }
  const idsIn = (mails: NewsMail[]) =>
    mails.map(({ news, items }) => [news, items.map(({ leadId }) => leadId)])
  const release = (id: number) => ask('POST', leadPath(apiPaths.leadRelease, id))

  test('is told at once in an emergency, or in a town of ours with a phone that exists', async () => {
    await hold()
    await hold({ address: '12 Elm St, Deltona', phone: '386-155-0123' })
    const near = await hold({ address: '12 Elm St, Deltona' })
    const urgent = await hold({ service: 'emergency-hvac', name: 'Hannah' })
    const [mail, ...others] = await toldAt(night)
    expect(idsIn(mail ? [mail, ...others] : [])).toEqual([['held', [urgent, near]]])
    const { items } = (await ask('GET', apiPaths.news)).data as NewsList
    expect(items.map(({ leadId }) => leadId)).toEqual([urgent, near])
    const { html, text, isUrgent } = await renderMail(mail as NewsMail)
    expect(isUrgent).toBe(true)
    expect(text).toContain('A field that people cannot see was filled in')
    expect(text).toContain('no contractor has been asked')
    expect(text).toContain('https://site.example/admin/form-fills?quarantined=true')
    expect(html).toContain(`https://site.example/admin/form-fills?lead=${urgent}`)
    expect(await toldAt(night)).toEqual([])
    // Once it is released it is no news any more.
    await release(near)
    expect((await ask('GET', apiPaths.news)).data.total).toBe(1)
  })

  test('is told in one mail a day otherwise, until its visitor says that it cannot wait', async () => {
    const ids = [await hold(), await hold(), await hold()]
    expect(await toldAt(night)).toEqual([])
    await release(ids[2] ?? 0)
    expect(idsIn(await toldAt(opening))).toEqual([['held-daily', [ids[1], ids[0]]]])
    expect((await ask('GET', apiPaths.news)).data.total).toBe(0)
    expect(await toldAt(nextDay)).toEqual([])
    await db()
      .update(leads)
      .set({ cannotWait: true })
      .where(eq(leads.id, ids[0] ?? 0))
    expect(idsIn(await toldAt(nextDay))).toEqual([['held', [ids[0]]]])
    // What a user has put there is known.
    const marked = await site.sendLead({ service: 'emergency-hvac' })
    await ask('POST', leadPath(apiPaths.leadQuarantine, marked))
    expect(await toldAt(nextDay)).toEqual([])
  })

  test('is told in one mail with the count, however much there is, after all other news', async () => {
    await db().execute(sql`
      insert into leads (submission_id, content_hash, name, email, phone, phone_as_typed, service, is_quarantined)
      select 'spam ' || n, 'spam ' || n, 'Spam', '', '1', '1', 'other', true
      from generate_series(1, 1200) n`)
    for (const added of [500, 1_000, 1_200]) {
      await addHeld(db(), 'held-daily', night)
      expect(await db().$count(ownerNews)).toBe(added)
    }
    const urgent = await hold({ service: 'emergency-hvac' })
    const mails = await toldAt(opening)
    expect(mails.map(({ news, count }) => [news, count])).toEqual([
      ['held', 1],
      ['held-daily', 1_200],
    ])
    expect(mails[0]?.items).toMatchObject([{ leadId: urgent }])
    expect(mails[1]?.items).toHaveLength(mostNews)
    expect((await renderMail(mails[1] as NewsMail)).subject).toBe('1200 requests held as spam')
    expect(await toldAt(nextDay)).toEqual([])
    expect(await db().$count(ownerNews, isNull(ownerNews.toldAt))).toBe(0)
  })

  test.each(['ac-repair', 'emergency-hvac'])(
    'promises its visitor nothing: %s',
    async (service) => {
      const payload = contactBody({ service, subject: 'Hello', address: '', ...anotherPerson() })
      const sent = await app().inject({ method: 'POST', url: apiPaths.contact, payload })
      expect(sent.json().data.answerBy).toBeNull()
      const plain = await app().inject({
        method: 'POST',
        url: apiPaths.contact,
        payload: new URLSearchParams({ ...payload, ...anotherPerson() }).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      })
      const url = sent.json().data.requestPath
      const pages = [plain, await app().inject({ url })]
      await db().update(leads).set({ cannotWait: true })
      pages.push(await app().inject({ url: `${url}?added=cannot-wait` }))
      for (const { body } of pages) {
        const main = body.slice(body.indexOf('<h1'), body.indexOf('</main>'))
        expect(main).toContain(estimateOutcome.received.held)
        expect(main).not.toMatch(
          /matche?[ds]|Matching|We reply|sets? a time|We ask a contractor|[Ww]e treat|looking/,
        )
        expect(main).toContain('tel:')
      }
    },
  )
})
