import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { offerPage } from '#/content/offer-page.ts'
import { requestPage, tokenProblems } from '#/content/request-page.ts'
import { api, pathTo } from '#/contracts/endpoints/api.ts'
import type { OfferEnd } from '#/contracts/referrals/offer-states.ts'
import { photoEnd, tokenPaths } from '#/contracts/token-routes.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { expectNoSecrets, inAnHour, secretVisitor } from '#tests/support/leads/offer-site.ts'
import { requestSite } from '#tests/support/leads/request-site.ts'
import { callsOf, type PageName } from '#tests/support/leads/token-calls.ts'
import { contractors, leadPhotos } from '../db/tables/schema.ts'
import { accessTable } from '../http/access.ts'
import { makeLink } from './store/links.ts'

const pageNames = Object.keys(tokenPaths) as PageName[]

describeOnDatabase('what was somebody’s and is no longer', (database) => {
  const { app, db, ask, site, open, read, go, asked, matched, stands, offersOf, news } =
    requestSite(database)

  /** An offer with a photograph, open or accepted. */
  async function offered(isAccepted: boolean) {
    const made = await (isAccepted ? matched(secretVisitor) : asked(secretVisitor))
    const picture = { image: Buffer.from('jpeg'), thumbnail: Buffer.from('jpeg') }
    const [photo] = await db()
      .insert(leadPhotos)
      .values({ leadId: made.leadId, ...picture, width: 1, height: 1 })
      .returning()
    return { ...made, photoId: photo?.id ?? 0 }
  }
  type Offered = Awaited<ReturnType<typeof offered>>

  const change =
    (fields: Partial<typeof contractors.$inferInsert>) =>
    ({ contractor }: Offered) =>
      db().update(contractors).set(fields).where(eq(contractors.id, contractor.id))
  const remove = async ({ contractor }: Pick<Offered, 'contractor'>) =>
    expect(
      (await ask('DELETE', pathTo(api.removeContractor, { contractorId: contractor.id }))).status,
    ).toBe(204)
  const erase = ({ leadId }: Pick<Offered, 'leadId'>) =>
    ask('POST', api.erase.path, { leadId, expectedLeads: 1 })
  const withdraw = ({ offerId }: Offered) => site.withdraw(offerId)
  const both =
    (...all: ((of: Offered) => Promise<unknown>)[]) =>
    async (of: Offered) => {
      for (const each of all) await each(of)
    }

  /** Sends everything that can be sent to a page, at its address. Answers the status and the body of each. */
  async function tryAll(page: PageName, path: string, photoId: number) {
    const answers = []
    for (const { url, form } of callsOf(page)) {
      const end = url.slice(tokenPaths[page].length).replace(':photoId', String(photoId))
      const answer = await open(path + end, form)
      // What is around it on every page names towns.
      const body = /<main.*<\/main>/s.exec(answer.body)?.[0] ?? answer.body
      answers.push({ end, isForm: form !== undefined, status: answer.statusCode, body })
    }
    return answers
  }

  test('every page and form that is opened by a secret is tried here', () => {
    const tried = pageNames
      .flatMap(callsOf)
      .map(({ url, form }) => `${form ? 'POST' : 'GET'} ${url}`)
    const posts = accessTable.flatMap(({ method, path, who }) =>
      who === 'secret' && !path.startsWith('/api/') ? [`${method} ${path}`] : [],
    )
    expect(new Set(tried.filter((each) => each.startsWith('POST')))).toEqual(new Set(posts))
    for (const url of pageNames.flatMap((page) => [
      tokenPaths[page],
      tokenPaths[page] + photoEnd,
    ])) {
      const hasPage = app().hasRoute({ method: 'GET', url })
      expect([url, tried.includes(`GET ${url}`)]).toEqual([url, hasPage])
    }
  })

  /** What befalls an offer or whoever has it, and what they are shown then; 404 as for a wrong link. */
  const losses: [string, boolean, (of: Offered) => Promise<unknown>, OfferEnd | 404][] = [
    ['open: they were removed', false, remove, 'removed'],
    ['open: they were removed, and it went on', false, both(remove, () => go()), 'removed'],
    ['open: they have lapsed', false, change({ licenseExpiresOn: '2026-01-01' }), 'lapsed'],
    ['open: it was withdrawn', false, withdraw, 'withdrawn'],
    ['expired: they were removed', false, both(() => go(24 * 8), remove), 'removed'],
    [
      'expired: they have lapsed',
      false,
      both(() => go(24 * 8), change({ licenseExpiresOn: '2026-01-01' })),
      'lapsed',
    ],
    [
      'open: they said no',
      false,
      ({ link }) => open(`${link}/decline`, { reason: 'other' }),
      'declined',
    ],
    [
      'open: its visitor needs nobody',
      false,
      ({ page }) => open(page, { add: 'withdrawn' }),
      'withdrawn',
    ],
    ['open: the lead was erased', false, erase, 404],
    ['accepted: they were removed', true, remove, 'removed'],
    ['accepted: they were removed, and it went on', true, both(remove, () => go()), 'removed'],
    [
      'done: they were removed',
      true,
      both(({ leadId }) => site.setOutcome(leadId, 'done'), remove),
      'removed',
    ],
    ['accepted: it was withdrawn', true, withdraw, 'recalled'],
    [
      'done: its visitor still needs help',
      true,
      async ({ link, page }) => {
        await open(`${link}/outcome`, { outcome: 'done' })
        await open(page, { add: 'still-needed' })
      },
      'reopened',
    ],
    [
      'lost, as they said: its visitor still needs help, and the next is asked',
      true,
      async ({ link, page }) => {
        await site.addContractor({ companyName: 'Next' })
        await open(`${link}/outcome`, { outcome: 'lost', lostReason: 'unreachable' })
        await open(page, { add: 'still-needed' })
      },
      'reopened',
    ],
    [
      'accepted: they gave it back',
      true,
      ({ link }) => open(`${link}/hand-back`, { reason: 'other' }),
      'handed-back',
    ],
    ['accepted: the lead was erased', true, erase, 404],
  ]

  test.each(losses)('of an offer nothing is left, %s', async (_name, isAccepted, happen, shown) => {
    const made = await offered(isAccepted)
    await happen(made)
    const before = await site.referral(made.leadId)
    for (const { end, isForm, status, body } of await tryAll('offer', made.link, made.photoId)) {
      expectNoSecrets(body)
      expect(body).not.toContain('Deltona')
      const isGone = shown === 404 || end.startsWith('/photos')
      expect([end, status]).toEqual([end, isGone ? 404 : isForm ? 303 : 200])
      if (end !== '') continue
      const words = shown === 404 ? offerPage.missing : offerPage.ended[shown]
      expect(body).toContain(words.heading)
    }
    expect(await site.referral(made.leadId)).toEqual(before)
    if (shown === 404) return
    // Nor does a mail leave that says whose it is.
    for (const mail of ['offer', 'job'] as const)
      expectNoSecrets(JSON.stringify(await site.mails(mail, made.leadId, made.offerId)))
  })

  test.each([
    ['paused', { pausedUntil: '2099-01-01' }],
    ['lapsed', { licenseExpiresOn: '2026-01-01', insuranceExpiresOn: '2026-01-01' }],
  ])('what they have said yes to stays with whoever is %s', async (_name, fields) => {
    const made = await offered(true)
    await change(fields)(made)
    await go()
    expect(await read(made.link)).toContain('Greta Secret')
    expect((await open(`${made.link}/photos/${made.photoId}`)).statusCode).toBe(200)
    await open(`${made.link}/outcome`, { outcome: 'done' })
    expect(await stands(made.leadId)).toBe('done nobody')
  })

  test('whoever is paused can still answer what they were asked before', async () => {
    const made = await offered(false)
    await change({ pausedUntil: '2099-01-01' })(made)
    await go()
    expect(await read(made.link)).toContain(offerPage.open.heading)
    await open(`${made.link}/accept`, { callAt: inAnHour() })
    expect(await stands(made.leadId)).toBe('matched contractor')
  })

  test.each<[string, (leadId: number) => Promise<unknown>]>([
    [
      'twenty newer links were made',
      async (leadId) => {
        for (let made = 0; made < 20; made += 1) await makeLink(db(), 'leadId', leadId, '')
      },
    ],
    ['it was erased', (leadId) => erase({ leadId })],
  ])('of a request nothing is left once %s', async (_name, happen) => {
    const { leadId, page, photoId } = await offered(false)
    expect((await open(`${page}/photos/${photoId}`)).statusCode).toBe(200)
    await happen(leadId)
    for (const { end, status, body } of await tryAll('request', page, photoId)) {
      expect([end, status]).toEqual([end, 404])
      expect(body).toContain(tokenProblems.request.missing.heading)
      expectNoSecrets(body)
    }
  })

  test('what a removed contractor had is open again: its visitor reads so at once, and the next is asked', async () => {
    const made = await offered(true)
    expect(await read(made.page)).toContain(made.contractor.companyName)
    await site.addContractor({ companyName: 'Next' })
    await remove(made)
    const page = await read(made.page)
    expect(page).not.toContain(made.contractor.companyName)
    expect(await go()).toEqual(expect.arrayContaining(['offer', 'job withdrawn', 'update looking']))
    expect(await read(made.page)).toContain(requestPage.unmatched.heading)
    expect((await offersOf(made.leadId)).at(-1)).toBe('Next open')
    expect(await news()).toEqual([
      `Its contractor was removed from your list: ${made.contractor.companyName}`,
    ])
  })
})
