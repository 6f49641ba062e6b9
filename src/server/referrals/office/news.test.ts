import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { estimateOutcome } from '#/content/estimate-form.ts'
import { api, pathTo } from '#/contracts/endpoints/api.ts'
import type { NeedButton, NeedList } from '#/contracts/health/needs.ts'
import type { OwnerMail } from '#/contracts/notifications/mails.ts'
import { leadPagePath } from '#/contracts/routes.ts'
import { leadEvents, notificationRecipients } from '#/server/db/tables/schema.ts'
import { createBuiltRenderer } from '#/server/render/renderer.ts'
import { localMinute, opensOn } from '#/server/time/business-hours.ts'
import { localDay } from '#/server/time/local-day.ts'
import { testConfig } from '#tests/support/app-builder.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { inAnHour } from '#tests/support/leads/offer-site.ts'
import { requestSite } from '#tests/support/leads/request-site.ts'
import { tellNews } from './news.ts'

type NewsMail = Extract<OwnerMail, { kind: 'news' }>

const { renderMail } = await createBuiltRenderer(testConfig().site)

describeOnDatabase('news for the owner', (database) => {
  const { db, ask, site, open, read, send, go, asked, matched, stands, news, addContractor } =
    requestSite(database)
  let isSent = true
  beforeEach(async () => {
    isSent = true
    // What another test was told may be a minute ago on a busy machine, and hold this one's news back.
    await db().update(leadEvents).set({ toldAt: 0 })
    await db().delete(notificationRecipients)
    await db().insert(notificationRecipients).values({ email: 'owner@example.com' })
  })

  /** The mails that leave some seconds from now, by N processes at once. */
  async function toldIn(seconds: number, processes = 1): Promise<NewsMail[]> {
    const mails: NewsMail[] = []
    const deps = {
      db: db(),
      siteUrl: 'https://site.example',
      tellOwner: async (mail: OwnerMail) => {
        if (mail.kind === 'news') mails.push(mail)
        return isSent
      },
    }
    const now = Date.now() + seconds * 1000
    await Promise.all(Array.from({ length: processes }, () => tellNews(deps, now)))
    return mails
  }
  const groupsIn = async (seconds: number, processes = 1) =>
    (await toldIn(seconds, processes)).map(({ group, count }) => `${group} ${count}`)
  const accept = async (link: string) => open(`${link}/accept`, { callAt: inAnHour() })

  test('are told once: the first of a group at once, the rest of a minute in one mail', async () => {
    const [ann, bob] = [
      await asked({ name: 'Ann' }, { companyName: 'Bay Air' }),
      await asked({ name: 'Bob' }, { companyName: 'Other Air' }),
    ]
    await accept(ann.link)
    const [mail, ...others] = await toldIn(0, 3)
    expect(others).toEqual([])
    if (!mail) throw new Error('no mail')
    const { subject, text, isUrgent } = await renderMail(mail)
    expect(subject).toMatch(/^Accepted: Bay Air \(Ann, AC Repair & Installation, \d{3}-\d{4}\)$/)
    expect(isUrgent).toBeUndefined()
    expect(text).toContain(`https://site.example/admin/form-fills?lead=${ann.leadId}`)
    expect(await groupsIn(1)).toEqual([])

    await accept(bob.link)
    await open(`${ann.link}/hand-back`, { reason: 'too-busy' })
    await open(ann.page, { add: 'withdrawn' })
    // Another group does not wait.
    expect(await groupsIn(30)).toContain('visitors 1')
    expect(await groupsIn(40)).toEqual([])
    const both = (await toldIn(61, 3)).filter(({ group }) => group === 'jobs')
    expect(both).toMatchObject([{ count: 2 }])
    expect(await groupsIn(200)).toEqual([])
  })

  test('of an emergency say so first, and have priority', async () => {
    const { link } = await asked(
      { name: 'Eve', service: 'emergency-hvac' },
      { companyName: 'Bay Air' },
    )
    await accept(link)
    const [mail] = await toldIn(0)
    if (!mail) throw new Error('no mail')
    const { subject, isUrgent } = await renderMail(mail)
    expect([subject, isUrgent]).toEqual([
      expect.stringMatching(/^EMERGENCY: Accepted: Bay Air/),
      true,
    ])
  })

  test('that did not leave are told again, and count as told while nobody is to be notified', async () => {
    const { link, page } = await asked()
    await accept(link)
    isSent = false
    expect([await groupsIn(0), await groupsIn(30)]).toEqual([['jobs 1'], ['jobs 1']])
    isSent = true
    expect([await groupsIn(60), await groupsIn(200)]).toEqual([['jobs 1'], []])
    await db().update(notificationRecipients).set({ isActive: false })
    await open(page, { add: 'withdrawn' })
    expect(await groupsIn(300)).toEqual([])
    await db().update(notificationRecipients).set({ isActive: true })
    expect(await groupsIn(600)).toEqual([])
  })

  test('of a muted group are no mail, and still a line', async () => {
    expect((await ask('PUT', api.newsSettings.change.path, { muted: ['jobs'] })).status).toBe(200)
    expect((await ask('GET', api.newsSettings.read.path)).data).toEqual({ muted: ['jobs'] })
    expect((await ask('PUT', api.newsSettings.change.path, { muted: ['rain'] })).status).toBe(400)
    const { link, page } = await asked({}, { companyName: 'A' })
    await accept(link)
    expect(await news()).toEqual(['Accepted: A'])
    // Nobody reads that a contractor will call who need not any more.
    await open(page, { add: 'withdrawn' })
    expect(await groupsIn(0)).toEqual(['visitors 1'])
    expect(await news()).toEqual(['Canceled by the customer: A'])
  })

  test('of a yes are no line any more once the owner has taken the request back', async () => {
    const { link, offerId } = await asked({}, { companyName: 'A' })
    await accept(link)
    expect(await news()).toEqual(['Accepted: A'])
    await site.withdraw(offerId)
    expect(await news()).toEqual([])
  })

  test('need somebody until they are put away, are not so any more, or are a week old', async () => {
    const [usual, urgent] = [await asked(), await asked({ service: 'emergency-hvac' })]
    for (const { link } of [usual, urgent]) await accept(link)
    for (const { page } of [urgent, usual]) await open(page, { add: 'withdrawn' })
    const list = async (): Promise<NeedList> => (await ask('GET', api.needs.path)).data
    const isNews = ({ path }: NeedButton) => path === api.newsSeen.path
    const { needs, buttons } = await list()
    const listed = needs.filter((need) => need.buttons.some(isNews))
    expect(listed.map(({ key, links }) => [key, links[0]?.path])).toEqual([
      ['cancelled', leadPagePath(urgent.leadId)],
      ['cancelled', leadPagePath(usual.leadId)],
    ])
    const put = async (body?: object) => (await ask('POST', api.newsSeen.path, body)).status
    expect(await put(listed[0]?.buttons[0]?.body)).toBe(204)
    expect(await news()).toHaveLength(1)
    // What comes meanwhile stays, and what is wanted again is cancelled no more.
    await open(usual.page, { add: 'wanted-again' })
    expect([await put(buttons.find(isNews)?.body), await put({})]).toEqual([204, 400])
    expect(await news()).toEqual([expect.stringMatching(/^The customer still needs help/)])
    const move = (by: string) =>
      db().execute(sql`update lead_events set at = at + ${by}::interval where seen_at is null`)
    await move('-8 days')
    expect(await news()).toEqual([])
    await move('8 days')
    expect(await news()).toHaveLength(1)
    await ask('POST', pathTo(api.leadQuarantine, { leadId: usual.leadId }))
    expect(await news()).toEqual([])
  })

  test('of a kind that only a newer version knows is a plain line, and told by that version', async () => {
    const { leadId } = await asked()
    await db().execute(sql`
      insert into lead_events (lead_id, kind, by, data, at, tells) values
        (${leadId}, 'comet', 'server', '{}', now(), 'jobs')`)
    expect(await news()).toEqual(['Something changed'])
    const { history } = (await ask('GET', pathTo(api.lead, { leadId }))).data
    expect(history.at(-1)).toMatchObject({
      kind: 'comet',
      text: 'Changed by a newer version of this site',
    })
    await db().delete(leadEvents).where(eq(leadEvents.kind, 'comet'))
  })

  test('come of a request that waits longer than promised, once for each time that it waits', async () => {
    await addContractor({ companyName: 'A' })
    await site.setAutomatic(false)
    const { leadId } = await send()
    await go(24 * 6)
    await go(24)
    expect(await news()).toEqual(['Waiting longer than promised: no contractor has it'])
    const { id } = await addContractor({ companyName: 'B' })
    await site.agree(leadId, id, inAnHour())
    expect(await news()).toEqual([])
  })

  test('come of what was put off by its contractor again and again, from the second time on', async () => {
    const { link } = await matched({}, { companyName: 'A' })
    const callIn = (hours: number) =>
      open(`${link}/call-time`, { callAt: localMinute(new Date(Date.now() + hours * 3_600_000)) })
    await callIn(2)
    expect(await news()).toEqual([])
    await callIn(3)
    expect(await news()).toEqual(['The call was moved again: A'])
  })

  test('of what looks like spam come at once where it may be real, else once a day', async () => {
    const spam = {
      subject: 'x',
      message: 'Buy http://a.example http://b.example http://c.example now',
    }
    const held = await send({ ...spam, address: 'Deltona', phone: '(386) 555-0123' })
    const other = await send({ ...spam, address: 'somewhere', message: `${spam.message} too` })
    expect([await stands(held.leadId), await stands(other.leadId)]).toEqual(['held us', 'held us'])
    expect(await news()).toEqual([expect.stringMatching(/^Held as spam, but may be real/)])
    expect((await toldIn(0)).map(({ group }) => group)).toEqual(['waiting'])
    const tomorrow = opensOn(localDay(Date.now() + 86_400_000)).getTime()
    const daily = await toldIn((tomorrow - Date.now()) / 1000 + 60, 3)
    expect(daily.filter(({ group }) => group === 'daily')).toMatchObject([{ count: 1 }])
    expect(await groupsIn((tomorrow - Date.now()) / 1000 + 600)).toEqual([])
    // Its visitor is promised nothing.
    expect(await read(held.page)).not.toContain(estimateOutcome.received.urgent)
    expect(await go()).toEqual([])
  })
})
