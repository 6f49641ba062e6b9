import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { contractorPage } from '#/content/contractor-page.ts'
import { offerPage } from '#/content/offer-page.ts'
import { api, pathTo } from '#/contracts/endpoints/api.ts'
import { contractors, leads, ledgerEntries, links, offers } from '#/server/db/tables/schema.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { expectNoSecrets, inAnHour } from '#tests/support/leads/offer-site.ts'
import { referralSite } from '#tests/support/suite-site.ts'
import { makeLink } from '../store/links.ts'

describeOnDatabase('the page of a contractor', (database) => {
  const { db, site } = referralSite(database, { isEmptied: true })
  const { offered, open } = site

  const remove = (contractorId: number) =>
    site.ask('DELETE', pathTo(api.removeContractor, { contractorId }))

  const linkTo = ({ id }: { id: number }) => makeLink(db(), 'contractorId', id, '')
  const textOf = async (path: string) => {
    const { statusCode, body } = await open(path)
    expect(statusCode).toBe(200)
    return body.replace(/^.*<main/s, '').replace(/<[^>]+>/g, '\n')
  }

  test('shows an offer without whose it is, and whose it is after the yes', async () => {
    const { contractor, leadId, link } = await offered()
    await db().update(leads).set({ town: 'Deltona' }).where(eq(leads.id, leadId))
    const path = await linkTo(contractor)
    const before = await open(path)
    expectNoSecrets(before.body)
    expect(before.body).not.toContain('<script')
    expect(before.headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    })
    const asked = await textOf(path)
    expect(asked).toContain('You have 1 offer to answer and no open jobs.')
    expect(asked).toContain('AC Repair &amp; Installation, Deltona')

    await open(`${link}/accept`, { callAt: inAnHour() })
    const accepted = await textOf(path)
    expect(accepted).toContain('You have no offers to answer and 1 open job.')
    for (const said of ['Greta Secret', '(386) 555-0199', 'Reference ']) {
      expect(accepted).toContain(said)
    }
    expect((await open(path)).body).toContain('href="tel:+13865550199"')

    await site.setOutcome(leadId, 'done')
    const done = await textOf(path)
    expect(done).toContain(contractorPage.jobs.none)
    expect(done).toContain(contractorPage.past.done)
    // What they have in hand was answered, and is not among what is past.
    expect(accepted).not.toContain('Your answers')
    expectNoSecrets(done)
  })

  test.each(['declined', 'expired', 'taken', 'withdrawn', 'handed-back', 'undelivered'] as const)(
    'says how an offer ended, and nothing of the lead: %s',
    async (state) => {
      const { contractor, offerId } = await offered()
      await db().update(offers).set({ state }).where(eq(offers.id, offerId))
      const path = await linkTo(contractor)
      expect(await textOf(path)).toContain(contractorPage.past.states[state])
      expectNoSecrets((await open(path)).body)
    },
  )

  test('opens their offers, which can be answered there; and nobody else’s', async () => {
    const mine = await offered()
    const other = await offered()
    const path = await linkTo(mine.contractor)
    const page = await open(`${path}/offers/${mine.offerId}`)
    expect([page.statusCode, page.body.includes(offerPage.open.heading)]).toEqual([200, true])
    expect((await open(path)).body).toContain(`href="${path}/offers/${mine.offerId}"`)
    // As a page asks for it that stood open over an upgrade.
    const opened = await open(`${path}/offers/${mine.offerId}`, {})
    expect(opened.headers.location).toBe(`${path}/offers/${mine.offerId}`)
    for (const id of [other.offerId, 0, 999_999, 'x']) {
      for (const form of [undefined, { callAt: inAnHour() }]) {
        const refused = await open(`${path}/offers/${id}${form ? '/accept' : ''}`, form)
        expect(refused.statusCode).toBe(404)
        expectNoSecrets(refused.body)
      }
    }
    const text = await textOf(path)
    expect(text).toContain('You have 1 offer to answer')
    expect(text).not.toContain(other.contractor.companyName)
    const yes = await open(`${path}/offers/${mine.offerId}/accept`, { callAt: inAnHour() })
    expect(yes.headers.location).toBe(`${path}/offers/${mine.offerId}`)
    expect(await textOf(String(yes.headers.location))).toContain('Greta Secret')
    // The link of the mail still works.
    expect(await textOf(mine.link)).toContain('Greta Secret')
  })

  test('says of a job that its visitor opened it again, whoever has it since', async () => {
    const { contractor, leadId, link } = await offered()
    await open(`${link}/accept`, { callAt: inAnHour() })
    await open(`${link}/outcome`, { outcome: 'done' })
    const request = await makeLink(db(), 'leadId', leadId, '')
    await open(request, { add: 'still-needed' })
    const path = await linkTo(contractor)
    const { past } = contractorPage
    expect(await textOf(path)).toContain(past.reopened)
    for (const untrue of [past.states.withdrawn, past.done])
      expect(await textOf(path)).not.toContain(`\n${untrue}\n`)
    const next = await site.addContractor()
    await site.agree(leadId, next.id, inAnHour())
    expect(await textOf(path)).toContain(past.reopened)
  })

  test('reading it changes nothing', async () => {
    const { contractor, leadId } = await offered()
    const path = await linkTo(contractor)
    const before = await site.referral(leadId)
    const linksBefore = await db().$count(links)
    await textOf(path)
    await textOf(path)
    expect(await site.referral(leadId)).toEqual(before)
    expect(await db().$count(links)).toBe(linksBefore)
  })

  /** What takes their page from a contractor. */
  const losses: [string, (contractorId: number) => Promise<unknown>][] = [
    ['they were removed', remove],
    [
      'they were removed and added again',
      async (id) => {
        await remove(id)
        await db().update(contractors).set({ removedAt: null })
      },
    ],
    ['their links were revoked', site.revokeLinks],
    [
      'twenty newer links were made',
      async (id) => {
        for (let made = 0; made < 20; made += 1) await linkTo({ id })
      },
    ],
  ]

  test.each(losses)('nothing is left of it once %s', async (_name, happen) => {
    const { contractor, link, offerId } = await offered()
    await open(`${link}/accept`, { callAt: inAnHour() })
    const path = await linkTo(contractor)
    expect(await textOf(path)).toContain('Greta Secret')
    await happen(contractor.id)
    for (const address of [path, `${path}/offers/${offerId}`]) {
      const { statusCode, body } = await open(address)
      expect(statusCode).toBe(404)
      expect(body).toContain(contractorPage.missing.heading)
      expectNoSecrets(body)
    }
    if (happen !== site.revokeLinks) return
    expect((await open(link)).statusCode).toBe(404)
    expect(await textOf(`${await linkTo(contractor)}/offers/${offerId}`)).toContain('Greta Secret')
  })

  test('a link that a mail made while its contractor was being removed opens nothing', async () => {
    const { contractor, offerId } = await offered()
    await remove(contractor.id)
    const path = await linkTo(contractor)
    expect((await open(path)).statusCode).toBe(404)
    expect((await open(`${path}/offers/${offerId}`)).statusCode).toBe(404)
  })

  // The last one: entries are never deleted, nor contractors who have some.
  test('says what they owe and this month’s entries, and nothing where there never were any', async () => {
    const [me, other] = [await site.addContractor(), await site.addContractor()]
    const path = await linkTo(me)
    expect((await open(path)).body).not.toContain(contractorPage.account.heading)
    const entry = { contractorId: me.id, kind: 'fee', actor: 'owner@example.com' } as const
    const longAgo = new Date(Date.now() - 40 * 86_400_000)
    await db()
      .insert(ledgerEntries)
      .values([
        { ...entry, amountCents: 4_550, reference: '123-4567', text: 'AC repair' },
        { ...entry, kind: 'payment', amountCents: -10_000, text: 'Check 77' },
        { ...entry, amountCents: 20_010, createdAt: longAgo },
        { ...entry, contractorId: other.id, amountCents: 99_999 },
      ])
    const { body } = await open(path)
    for (const said of ['You owe $145.60.', '$200.10', 'Fee', '123-4567', '-$100.00', 'Check 77']) {
      expect(body).toContain(said)
    }
    for (const secret of ['$999.99', 'owner@example.com']) expect(body).not.toContain(secret)
  })
})
