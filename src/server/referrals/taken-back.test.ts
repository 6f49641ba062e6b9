import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { offerPage } from '#/content/offer-page.ts'
import { requestPage, tokenProblems } from '#/content/request-page.ts'
import type { OfferAccess } from '#/contracts/referrals/offer-states.ts'
import {
  apiPaths,
  contractorPath,
  leadPagePath,
  leadPath,
  requestPath,
  tokenPaths,
} from '#/contracts/routes.ts'
import { findRanOut } from '#/server/referrals/offers/unmatched.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { expectNoSecrets, inAnHour } from '#tests/support/leads/offer-site.ts'
import { calls, namesOf, type PathName } from '#tests/support/leads/token-calls.ts'
import { referralSite } from '#tests/support/suite-site.ts'
import {
  contractors,
  deliveries,
  leadPhotos,
  notificationRecipients,
  offers,
  ownerNews,
  requestLinks,
} from '../db/tables/schema.ts'
import { accessTable } from '../http/access-table.ts'
import { hashLinkToken, makeLinkToken } from '../http/link-tokens.ts'

describeOnDatabase('what was somebody’s and is no longer', (database) => {
  const { app, cookie, db, site } = referralSite(database, { isEmptied: true })
  const { referral } = site

  /** An offer with a photograph, open or accepted. */
  async function offered(isAccepted: boolean) {
    const made = await site.offered()
    const picture = { image: Buffer.from('jpeg'), thumbnail: Buffer.from('jpeg') }
    const [photo] = await db()
      .insert(leadPhotos)
      .values({ leadId: made.leadId, ...picture, width: 1, height: 1 })
      .returning()
    if (isAccepted) await site.open(`${made.link}/accept`, { callAt: inAnHour() })
    return { ...made, photoId: photo?.id ?? 0 }
  }
  type Offered = Awaited<ReturnType<typeof offered>>

  const change = (fields: Partial<typeof contractors.$inferInsert>) => (of: Offered) =>
    db().update(contractors).set(fields).where(eq(contractors.id, of.contractor.id))
  const changeOffer = (fields: object) => (of: Offered) =>
    db().update(offers).set(fields).where(eq(offers.id, of.offerId))
  const remove = async ({ contractor }: Offered) => {
    const url = contractorPath(contractor.id)
    const { statusCode } = await app().inject({
      ...{ method: 'DELETE', url, headers: { cookie: cookie() } },
    })
    expect(statusCode).toBe(204)
  }
  const erase = ({ leadId }: Offered) =>
    site.ask('POST', apiPaths.erasures, { leadId, expectedLeads: 1 })
  const advance = () => site.advance()
  const both =
    (...all: ((of: Offered) => Promise<unknown>)[]) =>
    async (of: Offered) => {
      for (const each of all) await each(of)
    }

  /** Sends everything that can be sent there. Answers the status and the page of each. */
  async function tryAll(names: readonly PathName[], path: string, photoId: number) {
    const token = path.split('/').at(-1) ?? ''
    const answers = []
    for (const name of names) {
      const url = tokenPaths[name].replace(':token', token).replace(':photoId', String(photoId))
      for (const form of calls[name]) {
        const answer = await site.open(url, form === 'read' ? undefined : form)
        // What is around it on every page names towns.
        const body = /<main.*<\/main>/s.exec(answer.body)?.[0] ?? answer.body
        answers.push({ name, status: answer.statusCode, body })
      }
    }
    return answers
  }

  test('every page and form that is opened by a secret is tried here', () => {
    const posts = accessTable.flatMap(([method, path, who]) =>
      who === 'secret' && !path.startsWith('/api/') ? [`${method} ${path}`] : [],
    )
    const tried = (Object.keys(calls) as PathName[]).flatMap((name) =>
      calls[name].map((form) => `${form === 'read' ? 'GET' : 'POST'} ${tokenPaths[name]}`),
    )
    expect(new Set(tried.filter((each) => each.startsWith('POST')))).toEqual(new Set(posts))
    for (const url of Object.values(tokenPaths)) {
      expect([url, tried.includes(`GET ${url}`)]).toEqual([
        url,
        app().hasRoute({ method: 'GET', url }),
      ])
    }
  })

  /** What befalls an offer or whoever has it, and what they are shown then; 404 as for a wrong link. */
  const losses: [string, boolean, (of: Offered) => Promise<unknown>, OfferAccess | 404][] = [
    ['open: they were removed', false, remove, 'removed'],
    ['open: they were removed, and it went on', false, both(remove, advance), 'removed'],
    ['open: they have lapsed', false, change({ licenseExpiresOn: '2026-01-01' }), 'lapsed'],
    [
      'open: they have lapsed, and it went on',
      false,
      both(change({ insuranceExpiresOn: '2026-01-01' }), advance),
      'lapsed',
    ],
    [
      'open: its time is over',
      false,
      changeOffer({ mailedAt: sql`offered_at`, expiresAt: sql`now()` }),
      'expired',
    ],
    ['open: it was withdrawn', false, ({ offerId }) => site.withdraw(offerId), 'withdrawn'],
    ['open: another has it', false, changeOffer({ state: 'taken' }), 'taken'],
    ['open: they said no', false, changeOffer({ state: 'declined' }), 'declined'],
    ['open: the lead was erased', false, erase, 404],
    ['accepted: they were removed', true, remove, 'removed'],
    ['accepted: they were removed, and it went on', true, both(remove, advance), 'removed'],
    [
      'done: they were removed',
      true,
      both(({ leadId }) => site.setOutcome(leadId, 'done'), remove, advance),
      'removed',
    ],
    ['accepted: it was withdrawn', true, ({ offerId }) => site.withdraw(offerId), 'withdrawn'],
    ['accepted: the lead was erased', true, erase, 404],
  ]

  test.each(losses)('of an offer nothing is left, %s', async (_name, isAccepted, happen, shown) => {
    const made = await offered(isAccepted)
    await happen(made)
    const before = await referral(made.leadId)
    for (const { name, status, body } of await tryAll(namesOf('/offer'), made.link, made.photoId)) {
      expectNoSecrets(body)
      expect(body).not.toContain('Deltona')
      const isForm = calls[name][0] !== 'read'
      if (shown === 404 || name === 'offerPhoto') expect([name, status]).toEqual([name, 404])
      else expect([name, status]).toEqual([name, isForm ? 303 : 200])
      if (name !== 'offer') continue
      const words = shown === 404 ? offerPage.missing : offerPage.ended[shown as 'removed']
      expect(body).toContain(words.heading)
    }
    expect(await referral(made.leadId)).toEqual(before)
    // Nor does a mail leave that speaks of it. Each try of one makes a link of its own.
    if (shown === 404) return
    for (const channel of ['offer', 'match'] as const) {
      const mail = await site.mails(channel, { id: made.offerId }, made.leadId)
      expect(mail).toHaveProperty('cancelled')
    }
  })

  test.each([
    ['paused', { pausedUntil: '2099-01-01' }],
    ['lapsed', { licenseExpiresOn: '2026-01-01', insuranceExpiresOn: '2026-01-01' }],
  ])('what they have said yes to stays with whoever is %s', async (_name, fields) => {
    const made = await offered(true)
    await change(fields)(made)
    await advance()
    expect((await site.open(made.link)).body).toContain('Greta Secret')
    expect((await site.open(`${made.link}/photos/${made.photoId}`)).statusCode).toBe(200)
    await site.open(`${made.link}/outcome`, { outcome: 'done' })
    expect((await referral(made.leadId)).outcome).toBe('done')
  })

  test('whoever is paused can still answer what they were asked before', async () => {
    const made = await offered(false)
    await change({ pausedUntil: '2099-01-01' })(made)
    await advance()
    expect((await site.open(made.link)).body).toContain(offerPage.open.heading)
    await site.open(`${made.link}/accept`, { callAt: inAnHour() })
    expect((await referral(made.leadId)).outcome).toBe('matched')
  })

  /** The path of a new link to the page of a request. */
  async function linkToRequest(leadId: number): Promise<string> {
    const token = makeLinkToken()
    await db()
      .insert(requestLinks)
      .values({ leadId, tokenHash: hashLinkToken(token) })
    return requestPath(token)
  }

  test.each<[string, (leadId: number) => Promise<unknown>]>([
    [
      'twenty newer links were made',
      async (leadId) => {
        for (let made = 0; made < 20; made += 1) {
          await db().execute(sql`select add_request_link(${leadId}, ${crypto.randomUUID()})`)
        }
      },
    ],
    ['it was erased', (leadId) => erase({ leadId } as Offered)],
  ])('of a request nothing is left once %s', async (_name, happen) => {
    const leadId = await site.sendLead({ name: 'Greta Secret' })
    const path = await linkToRequest(leadId)
    await happen(leadId)
    for (const { name, status, body } of await tryAll(namesOf('/request'), path, 1)) {
      expect([name, status]).toEqual([name, 404])
      expect(body).toContain(tokenProblems.request.missing.heading)
      expectNoSecrets(body)
    }
  })

  const told = async (leadId: number) =>
    (
      await db()
        .select({ channel: deliveries.channel, to: deliveries.target, state: deliveries.state })
        .from(deliveries)
        .where(eq(deliveries.leadId, leadId))
        .orderBy(deliveries.id)
    ).filter(({ channel, state }) => channel !== 'mail' && state === 'pending')

  test.each([false, true])(
    'what a removed contractor had is open again: asked of the next by itself %s',
    async (isAutomatic) => {
      await db().delete(notificationRecipients)
      const made = await offered(true)
      await db().insert(notificationRecipients).values({ email: 'owner@example.com' })
      const path = await linkToRequest(made.leadId)
      expect((await site.open(path)).body).toContain(made.contractor.companyName)
      await site.setAutomatic(isAutomatic)
      const next = await site.addContractor()
      await remove(made)
      // The visitor reads so at once, before anything else has happened.
      const page = (await site.open(path)).body
      expect(page).not.toContain(made.contractor.companyName)
      expect(page).toContain(requestPage.unmatched.heading)
      await advance()
      const after = await referral(made.leadId)
      expect(after).toMatchObject({ outcome: 'open', hasRunOut: !isAutomatic })
      expect(after.offers.map(({ contractorId, state }) => [contractorId, state])).toEqual([
        [made.contractor.id, 'withdrawn'],
        ...(isAutomatic ? [[next.id, 'open']] : []),
      ])
      expect(await findRanOut(db())).toHaveLength(isAutomatic ? 0 : 1)
      expect(await told(made.leadId)).toEqual(
        expect.arrayContaining([
          { channel: 'recall', to: made.contractor.email, state: 'pending' },
          ...(isAutomatic ? [{ channel: 'offer', to: next.email, state: 'pending' }] : []),
        ]),
      )
      const { data } = await site.ask<{ history: { kind: string }[] }>(
        'GET',
        leadPath(apiPaths.lead, made.leadId),
      )
      expect(data.history.map(({ kind }) => kind)).toContain('offer-withdrawn')
      await site.setAutomatic(false)
      const news = await db().select().from(ownerNews).where(eq(ownerNews.leadId, made.leadId))
      const removed = news.filter(({ kind }) => kind === 'contractor-removed')
      expect(removed).toMatchObject([{ detail: made.contractor.companyName }])
    },
  )

  test('what the owner takes back is the first thing they see until somebody else has it', async () => {
    const made = await offered(true)
    const waiting = async () =>
      (await findRanOut(db())).some(({ links }) =>
        links?.some(({ path }) => path === leadPagePath(made.leadId)),
      )
    expect(await waiting()).toBe(false)
    await site.withdraw(made.offerId)
    expect(await waiting()).toBe(true)
    const next = await site.addContractor()
    await site.agree(made.leadId, next.id, inAnHour())
    expect(await waiting()).toBe(false)
  })
})
