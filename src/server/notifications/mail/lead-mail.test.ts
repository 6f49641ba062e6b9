import { expect, test } from 'vitest'
import type { NotifiedLead } from '#/contracts/notifications/mails.ts'
import { testConfig } from '#tests/support/app-builder.ts'
import { createBuiltRenderer } from '../../render/built-renderer.ts'

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

const render = (changes: Partial<NotifiedLead> = {}, leadSourceMessage: string | null = null) =>
  renderMail({ kind: 'lead', lead: { ...lead, ...changes }, leadSourceMessage })

test('until the owner writes of the source, a whole sentence stands there', async () => {
  const sentence = 'This lead was submitted through the estimate form on breezeway.example.'
  const { html, text } = await render()
  expect(text).toContain(`Lead Source Information\n  ${sentence}\n`)
  expect(html).toContain(sentence)
  expect((await render({}, 'From the fair.')).text).toContain('Lead Source Information\n  From')
  expect((await render({}, '')).text).not.toContain('Lead Source Information')
})

test('a name cannot turn the words around it, and numbers read from left to right', async () => {
  const marks = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/
  const { subject, html, text } = await render({
    name: '\u202Egnol \u2066Maria\u061C',
    phoneAsTyped: '\u202E386 555 0123 ext 4',
    message: 'שלום, \u200Fהתקשרו +1 386 555 0199 בבקשה',
  })
  expect(subject).toBe('New request: gnol Maria, AC Repair & Installation')
  const [heading] = /<h1[^>]*>[^<]*/.exec(html) ?? ['']
  expect(heading).toMatch(/gnol Maria$/)
  expect(html.replace(/<div[^>]*>(?:(?!<\/div>)[\s\S])*התקשרו[\s\S]*?<\/div>/, '')).not.toMatch(
    marks,
  )
  expect(text.split('\n').filter((line) => marks.test(line))).toEqual([
    expect.stringContaining('התקשרו'),
  ])
  expect(html).toContain('<bdi dir="ltr">+1 386 555 0199</bdi>')
  expect(html).toContain('<bdi dir="ltr">(386) 555-0123 ext. 4</bdi>')
})
