import { type ParsedMail, simpleParser } from 'mailparser'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { NeedList } from '#/contracts/health/needs.ts'
import type { Delivery } from '#/contracts/notifications/deliveries.ts'
import { testConfig } from '#tests/support/app-builder.ts'
import { makeCertificate, trustHere } from '#tests/support/certificate.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { contactBody } from '#tests/support/factories.ts'
import { type MailServerMood, startMailServer } from '#tests/support/mail-server.ts'
import { adminSite } from '#tests/support/suite-site.ts'
import { readConfig } from '../config/config.ts'
import { leads } from '../db/tables/schema.ts'

const hostile = {
  name: 'Eve <b>Bold</b> "x" 🥶',
  message:
    `${'<script>alert(1)</script>\r\nBcc: victim@example.com\r\n.\r\n🥵 שלום '}${'long '.repeat(2000)}`
      .slice(0, 10_000)
      .trim(),
}

const moods = new Map<string, MailServerMood>()
const certificate = await makeCertificate()
const server = await startMailServer(certificate, (to) => moods.get(to) ?? 'accept')
const { smtp, mail } = readConfig({ SMTP_URL: server.url, MAIL_FROM: 'Café <cafe@b.example>' })
const config = testConfig({ smtp, mail, deliveryTimeScale: 0.01, port: 0 })

describeOnDatabase('deliveries', (database) => {
  const { ask } = adminSite(database, { build: { config }, listens: true })
  beforeAll(() => trustHere(certificate))
  afterAll(server.goAway)

  const add = async (email: string): Promise<number> =>
    (await ask('POST', '/api/admin/email-notifications', { email })).body.data.id
  const send = async (overrides: object = {}) => {
    const payload = contactBody({ submissionId: crypto.randomUUID(), ...overrides })
    expect((await ask('POST', '/api/contact', payload)).status).toBe(201)
  }
  const mailsTo = (to: string) => server.taken.filter((mail) => mail.to === to)
  /** What needs the owner because it was not delivered. */
  const failures = async () =>
    ((await ask('GET', '/api/admin/needs')).body.data as NeedList).needs.filter(
      ({ key }) => key === 'deliveries-failed',
    )

  test('every active recipient gets a mail that holds every field, and hostile input stays text', async () => {
    const [one, two] = [await add('one@example.com'), await add('two@example.com')]
    const off = await add('off@example.com')
    const disabled = await ask('PATCH', `/api/admin/email-notifications/${off}`, {
      isActive: false,
    })
    expect(disabled.status).toBe(200)
    await ask('POST', '/api/admin/lead-source-settings', { message: 'From <our> site' })

    await send(hostile)
    // Markup looks like spam, but there is a town and a phone: they are told that it is held.
    const [spam] = (await ask('GET', '/api/admin/leads?limit=1&quarantined=true')).body.data
    await expect.poll(() => server.taken.length).toBe(2)
    server.taken.length = 0
    expect((await ask('POST', `/api/admin/leads/${spam.id}/release`)).status).toBe(200)
    await expect.poll(() => server.taken.length).toBe(2)
    expect(server.taken.map(({ to }) => to).sort()).toEqual(['one@example.com', 'two@example.com'])
    const ids = server.taken.map(({ messageId }) => messageId)
    expect(new Set(ids).size).toBe(2)

    const [raw] = mailsTo('one@example.com')
    const mail: ParsedMail = await simpleParser(raw?.raw ?? '')
    const [lead] = await database.handle().db.select().from(leads)
    expect(mail.from?.value).toEqual([{ name: 'Café', address: 'cafe@b.example' }])
    expect(mail.replyTo?.value).toEqual([{ name: hostile.name, address: 'maria@example.com' }])
    expect([mail.to].flat()[0]?.text).toBe('one@example.com')
    expect([mail.bcc, mail.cc, mail.attachments]).toEqual([undefined, undefined, []])
    expect(mail.headers.get('auto-submitted')).toBe('auto-generated')
    expect(mail.subject).toBe(`New request: ${hostile.name}, AC Repair & Installation`)
    const link = `http://127.0.0.1:3000/admin/form-fills?lead=${lead?.id}`
    const indented = hostile.message.replaceAll('\r\n', '\n').replace(/^/gm, '  ')
    const facts = ['(386) 555-0123', 'maria@example.com', '12 Lakeshore Drive, Deltona', link]
    const words = [...facts, hostile.name, 'AC Repair & Installation', 'Lead Source Information']
    for (const word of [...words, 'From <our> site', indented, 'E'])
      expect(mail.text).toContain(word)
    const html = String(mail.html)
    for (const word of ['href="tel:+13865550123"', 'From &lt;our&gt; site', `href="${link}"`]) {
      expect(html).toContain(word)
    }
    expect(html).not.toMatch(/<script|<b>|<img|<link|https?:\/\/(?!127\.0\.0\.1|www\.w3\.org)/)
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')

    /** With the last try of each: on a busy machine one before it may have taken too long. */
    const told = async () => {
      const { data } = (await ask('GET', `/api/admin/leads/${lead?.id}`)).body
      return data.deliveries.map((one: Delivery) => ({ ...one, log: one.log.slice(0, 1) }))
    }
    const sent = {
      channel: 'mail',
      state: 'sent',
      problem: null,
      log: [{ outcome: 'sent', answer: expect.stringMatching(/^250 .*taken/) }],
    }
    // The mail server has taken a mail before it is on record here.
    await expect.poll(told).toMatchObject([
      { ...sent, target: 'one@example.com' },
      { ...sent, target: 'two@example.com' },
    ])
    for (const id of [one, two, off]) await ask('DELETE', `/api/admin/email-notifications/${id}`)
  })

  test('what fails is tried again, and what is refused is told', { tags: 'slow' }, async () => {
    const later = await add('later@example.com')
    const never = await add('never@example.com')
    moods.set('later@example.com', 'drop').set('never@example.com', 'refuse')
    await send({ name: 'Tried Again' })
    await expect.poll(failures).toHaveLength(1)
    const [found] = await failures()
    expect(found).toMatchObject({
      text: '1 notification couldn’t be delivered.',
      detail: 'The mail server didn’t accept this address (550).',
      links: [{ text: 'Tried Again' }],
    })
    const leadId = Number(new URL(found?.links[0]?.path ?? '', 'http://a').searchParams.get('lead'))
    const told = async (): Promise<Delivery[]> =>
      (await ask('GET', `/api/admin/leads/${leadId}`)).body.data.deliveries
    const failed = (await told()).find(({ target }) => target === 'never@example.com')
    expect(failed).toMatchObject({
      state: 'failed',
      problem: 'The mail server didn’t accept this address (550).',
    })
    // The first refusal is the end, whatever tries were broken off before it.
    const refusals = failed?.log.filter(({ outcome }) => outcome === 'refused')
    expect(refusals).toMatchObject([{ answer: '550 no such mailbox' }])

    const outcomes = async () => (await told())[0]?.log.map(({ outcome }) => outcome)
    await expect.poll(outcomes).toContain('retry')
    moods.set('later@example.com', 'accept')
    await expect.poll(outcomes).toContain('sent')
    expect(mailsTo('later@example.com')).toHaveLength(1)

    for (const id of [later, never]) await ask('DELETE', `/api/admin/email-notifications/${id}`)
  })
})
