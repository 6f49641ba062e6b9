import { expect, test } from 'vitest'
import type { NotifiedLead } from '#/contracts/notifications/mails.ts'
import { testConfig } from '#tests/support/app-builder.ts'
import { createBuiltRenderer } from '../../render/renderer.ts'

const { renderMail } = await createBuiltRenderer(testConfig().site)

const lead: NotifiedLead = {
  id: 7,
  name: 'Maria Gomez',
  email: 'maria@example.com',
  phone: '3865550123',
  phoneAsTyped: '386 555 0123',
  address: null,
  service: 'ac-repair',
  isUrgent: false,
  message: null,
  createdAt: '2026-01-05T12:00:00.000Z',
  attribution: null,
}

const render = (changes: Partial<NotifiedLead>) =>
  renderMail({ kind: 'lead', lead: { ...lead, ...changes }, leadSourceMessage: null })

test('a name cannot turn the words around it, and numbers read from left to right', async () => {
  const marks = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/
  const { subject, html, text } = await render({
    name: '\u202Egnol \u2066Maria\u061C',
    phoneAsTyped: '\u202E386 555 0123 ext 4',
    message: 'שלום, \u200Fהתקשרו +1 386 555 0199 בבקשה',
  })
  expect(subject).toBe('New request: gnol Maria, AC Repair & Installation')
  expect(html).toContain('>gnol Maria<')
  expect(html.replace(/<div[^>]*>(?:(?!<\/div>)[\s\S])*התקשרו[\s\S]*?<\/div>/, '')).not.toMatch(
    marks,
  )
  expect(text.split('\n').filter((line) => marks.test(line))).toEqual([
    expect.stringContaining('התקשרו'),
  ])
  expect(html).toContain('<bdi dir="ltr">+1 386 555 0199</bdi>')
  expect(html).toContain('<bdi dir="ltr">(386) 555-0123</bdi> ext. 4')
})

test('who waits is listed with what reaches them, and each is told as usual later', async () => {
  const { name, email, phone, phoneAsTyped, service, createdAt } = lead
  const request = {
    name,
    email,
    phone,
    phoneAsTyped,
    address: '12 Palm Street',
    service,
    createdAt,
  }
  const mail = { kind: 'waiting', requests: [request], count: 3, urgentCount: 0 } as const
  const { subject, html, text } = await renderMail(mail)
  expect(subject).toBe('3 requests aren’t in your inbox yet')
  expect(text).toContain('emailed to you as usual once it’s stored')
  expect(text).toContain('And 2 more.')
  expect(text).toContain(
    'AC Repair & Installation, Monday, Jan 5, 2026, at 7:00 AM EST\n  Maria Gomez\n  maria@example.com\n  12 Palm Street\n  Call (386) 555-0123: tel:+13865550123',
  )
  expect(html).toContain('href="tel:+13865550123"')
  const emergency = await renderMail({ ...mail, count: 1, urgentCount: 1 })
  expect(emergency.subject).toBe('EMERGENCY: 1 request isn’t in your inbox yet')
})
