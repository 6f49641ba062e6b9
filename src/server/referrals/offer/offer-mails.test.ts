import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { api, pathTo } from '#/contracts/endpoints/api.ts'
import { saveSetting } from '#/server/db/settings.ts'
import { contractors, deliveries } from '#/server/db/tables/schema.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { expectNoSecrets, inAnHour, secretVisitor } from '#tests/support/leads/offer-site.ts'
import { inShort, pass, post } from '#tests/support/leads/post-office.ts'
import { requestSite } from '#tests/support/leads/request-site.ts'
import type { Command } from '../commands.ts'
import { notSo } from '../say.ts'
import { applyTo } from '../store/apply.ts'

describeOnDatabase('mails to contractors', (database) => {
  const { db, ask, site, open, send, go, asked, matched, stands, offersOf, news, history } =
    requestSite(database)

  const idsOf = async (channel: 'offer' | 'update') => {
    const isOfKind = eq(deliveries.channel, channel)
    const rows = await db().select().from(deliveries).where(isOfKind).orderBy(deliveries.id)
    return rows.map(({ id }) => id)
  }
  /** The owner found in their mailbox that a mail came back. Returns the status. */
  async function comesBack(id?: number, channel: 'offer' | 'update' = 'offer'): Promise<number> {
    const path = pathTo(api.deliveryCameBack, {
      deliveryId: id ?? (await idsOf(channel)).at(-1) ?? 0,
    })
    return (await ask('POST', path)).status
  }
  const emergency = { service: 'emergency-hvac' }

  test('ask without a word of whose it is, and tell after the yes how to reach them', async () => {
    const { leadId, offerId, link } = await asked(secretVisitor)
    const question = await site.rendered('offer', leadId, offerId)
    expect(question.text).toContain('Deltona')
    expectNoSecrets(question.subject + question.html + question.text)
    expect(question.replyTo).toBeUndefined()
    await open(`${link}/accept`, { callAt: inAnHour() })
    const job = await site.rendered('job', leadId, offerId)
    for (const each of ['Greta Secret', '(386) 555-0199', '77 Hidden Lane', 'it hums'])
      expect(job.text).toContain(each)
    expect(job.replyTo?.address).toBe('greta.secret@example.com')
    expect(await site.mails('offer', leadId, offerId)).toHaveProperty('cancelled')
    await go()
    await site.withdraw(offerId)
    const gone = await site.rendered('job', leadId, offerId)
    expectNoSecrets(gone.subject + gone.html + gone.text)
  })

  test('the time to answer starts when the mail has left, and the mail says until when', async () => {
    await site.addContractor({ companyName: 'A', answersEmergencies: true })
    const { leadId } = await send(emergency)
    // The mail server is away for longer than there is time to answer.
    await go(24, () => true).catch(() => undefined)
    const { offers } = await site.referral(leadId)
    expect(offers.map(({ state }) => state)).toEqual(['undelivered'])

    const other = await send(emergency)
    const [open] = (await site.referral(other.leadId)).offers
    if (!open) throw new Error('nobody was asked')
    const mail = await site.mails('offer', other.leadId, open.id)
    if (!('wanted' in mail) || mail.wanted.kind !== 'offer') throw new Error('no offer')
    const minutes = (mail.wanted.answerBy - Date.now()) / 60_000
    expect([minutes > 29, minutes < 31]).toEqual([true, true])
    await go()
    const [asked] = (await site.referral(other.leadId)).offers
    const left = ((asked?.expiresAt ?? 0) - Date.now()) / 60_000
    expect([left > 29, left < 31, asked?.mailedAt !== null]).toEqual([true, true, true])
  })

  test('of a mail that fails the next one is asked at once, nobody is blamed, and the owner is told', async () => {
    for (const companyName of ['A', 'B']) await site.addContractor({ companyName })
    const { leadId } = await send()
    const [first] = (await site.referral(leadId)).offers
    await go(0, ({ offerId }) => offerId === first?.id)
    expect(await offersOf(leadId)).toEqual(['A undelivered', 'B open'])
    expect(await news()).toEqual(['Offer email not delivered: A'])
    const { fitting, others } = (await ask('GET', pathTo(api.lead, { leadId }))).data.ranking
    const a = [...fitting, ...others].find(({ companyName }) => companyName === 'A')
    expect(a).toMatchObject({ figures: { lastOfferedAt: null, ended: 0 } })
  })

  test('one of three that fails in an emergency is made up for while the others can answer', async () => {
    for (const companyName of ['A', 'B', 'C', 'D'])
      await site.addContractor({ companyName, answersEmergencies: true })
    const { leadId } = await send(emergency)
    const second = (await site.referral(leadId)).offers[1]
    await go(0, ({ offerId }) => offerId === second?.id)
    expect(await offersOf(leadId)).toEqual(['A open', 'B undelivered', 'C open', 'D open'])
  })

  test.each([false, true])(
    'a mail that comes back is one that was refused, its time over %s',
    async (isOver) => {
      for (const companyName of ['A', 'B']) await site.addContractor({ companyName })
      const { leadId } = await send()
      expect(await comesBack()).toBe(409)
      await go()
      if (isOver) await go(24 * 4)
      expect(await offersOf(leadId)).toEqual(isOver ? ['A expired', 'B open'] : ['A open'])
      const [first] = await idsOf('offer')
      expect([await comesBack(first), await comesBack(first)]).toEqual([204, 409])
      expect(await offersOf(leadId)).toEqual(['A undelivered', 'B open'])
      expect((await history(leadId)).join()).toMatch(/bounced from office-\d+@/)
    },
  )

  test('a mail whose offer was answered cannot have come back, and one to the visitor is told alone', async () => {
    const { leadId } = await matched()
    expect(await comesBack()).toBe(409)
    expect(await comesBack(undefined, 'update')).toBe(204)
    // Sent again, it says what they have not read.
    expect((await site.rendered('update', leadId)).subject).toMatch(/^A contractor has your/)
    expect(await stands(leadId)).toBe('matched contractor')
  })

  test('who was not the first is told so, if their mail had left; and when nobody is needed any more', async () => {
    for (const companyName of ['A', 'B', 'C'])
      await site.addContractor({ companyName, answersEmergencies: true })
    const { leadId } = await send({ ...emergency, phone: '(386) 555-0199' })
    const [a, b, c] = (await site.referral(leadId)).offers
    if (!a || !b || !c) throw new Error('not three were asked')
    await site.leave('offer', a.id)
    await site.leave('offer', b.id)
    await open(`${await site.linkTo(a, leadId)}/accept`, { callAt: inAnHour() })
    const { subject, text } = await site.rendered('job', leadId, b.id)
    expect(subject).toMatch(/^Taken: /)
    expect(text).toContain('another contractor accepted first')
    expect(text).not.toContain('555-0199')
    const told = await go()
    expect(told.filter((mail) => mail === 'job taken')).toHaveLength(1)
    expect(told).toContain(`job (${notSo.cancelled})`)
    expect(told).toContain(`offer (${notSo.cancelled})`)

    const other = await asked()
    await site.setOutcome(other.leadId, 'lost', 'duplicate')
    expect(await go()).toContain('job unasked')

    // It names the town that they were asked for.
    const moved = await asked({ address: 'Deltona' }, { towns: ['Deltona'] })
    await open(moved.page, { add: 'place', town: 'Sanford' })
    const unasked = await site.rendered('job', moved.leadId, moved.offerId)
    expect(unasked.subject).toMatch(/^No answer needed: .*, Deltona,/)
  })

  test('a call that is late is asked about once, with what it takes to call', async () => {
    const { leadId, offerId } = await matched()
    expect((await go(72)).filter((mail) => mail === 'job call-late')).toHaveLength(1)
    expect(await site.rendered('job', leadId, offerId).catch((error) => String(error))).toContain(
      'already knew',
    )
    expect(await go(24)).not.toContain('job call-late')
  })

  test('who has it is told within a minute of all that changed, once', async () => {
    const { leadId, page, offerId } = await matched(secretVisitor)
    await open(page, { add: 'word', word: 'Mind the dog.' })
    await open(page, { add: 'call-time', callTime: 'after 5' })
    const { name, email, address } = secretVisitor
    const was = {
      name,
      email,
      address,
      service: 'ac-repair',
      phone: secretVisitor.phone,
      town: 'Deltona',
      cannotWait: false,
    }
    const corrected = { ...was, phone: '(386) 555-0111', was }
    expect((await ask('PATCH', pathTo(api.correctLead, { leadId }), corrected)).status).toBe(200)
    expect(await go()).toEqual([])
    const { text } = await site.rendered('job', leadId, offerId)
    for (const each of ['Mind the dog.', 'after 5', '555-0111']) expect(text).toContain(each)
    expect([await go(0.1), await go(1)]).toEqual([['job changed'], []])
  })

  /** What is due leaves after N hours, and something happens while the first of it is leaving. */
  async function leaveWhile(hours: number, leadId: number, command: Command) {
    await pass(db(), hours)
    let isFirst = true
    const posted = await post(db(), undefined, async () => {
      if (isFirst) await applyTo(db(), leadId, command)
      isFirst = false
    })
    return inShort(posted)
  }

  test('what changes while a mail is leaving is told by the next one', async () => {
    const { leadId, offerId } = await matched()
    for (const text of ['after six', 'after seven']) {
      await applyTo(db(), leadId, { do: 'add', what: { kind: 'word-added', text } })
      const command = { do: 'add', what: { kind: 'call-time-said', text } } as const
      expect(await leaveWhile(0.1, leadId, command)).toEqual(['job changed'])
      expect((await site.rendered('job', leadId, offerId)).text).toContain(text)
      expect([await go(0.1), await go(0.1)]).toEqual([['job changed'], []])
    }
    // The mail that is leaving names words, and not these.
    await applyTo(db(), leadId, { do: 'add', what: { kind: 'word-added', text: 'Mind the dog.' } })
    const command = { do: 'add', what: { kind: 'word-added', text: 'It is a cat.' } } as const
    expect(await leaveWhile(0.1, leadId, command)).toEqual(['job changed'])
    expect([await go(0.1), await go(0.1)]).toEqual([['job changed'], []])
  })

  test('a call that becomes late while a mail is leaving is asked about', async () => {
    const { leadId } = await matched(emergency)
    await applyTo(db(), leadId, { do: 'add', what: { kind: 'word-added', text: 'Mind the dog.' } })
    const left = await leaveWhile(80 / 60, leadId, { do: 'tick' })
    expect([...left, ...(await go(1 / 60))]).toEqual(['job changed', 'job call-late'])
  })

  test('that it is theirs no longer, and again, is told at once, and only how it stands then', async () => {
    const { page } = await matched()
    const add = (what: string) => open(page, { add: what })
    const told = async () => (await go()).filter((mail) => /^job [^(]/.test(mail))
    await add('withdrawn')
    expect(await told()).toEqual(['job withdrawn'])
    for (const what of ['wanted-again', 'withdrawn', 'wanted-again']) await add(what)
    expect(await told()).toEqual(['job yours'])
  })

  test('every mail has a link to the page of its contractor, unless they were removed', async () => {
    const { contractor, leadId, offerId } = await asked()
    expect((await site.rendered('offer', leadId, offerId)).text).toMatch(/\/contractor\/[\w-]{22}/)
    await ask('DELETE', `${api.contractors.path}/${contractor.id}`)
    await site.advance()
    expect((await site.rendered('job', leadId, offerId)).text).not.toContain('/contractor/')
  })

  test('who was removed before any mail told them of it is told nothing', async () => {
    await saveSetting(db(), 'offers', { isAutomatic: false })
    const { id } = await site.addContractor()
    const { leadId } = await send()
    expect((await site.agree(leadId, id, inAnHour())).status).toBe(201)
    await db().update(contractors).set({ removedAt: new Date() }).where(eq(contractors.id, id))
    const [offer] = (await site.referral(leadId)).offers
    expect(await site.mails('job', leadId, offer?.id ?? 0)).toHaveProperty('cancelled')
  })

  test('are said to be kept as files where there is no mail server', async () => {
    await site.addContractor()
    const { leadId } = await send()
    await post(db(), undefined, undefined, 'kept')
    const texts = (await history(leadId)).join('\n')
    expect(texts).toContain('Email kept as a file, for')
    expect(texts).not.toContain('Notified')
  })
})
