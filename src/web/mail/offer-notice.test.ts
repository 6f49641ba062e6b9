import { expect, test } from 'vitest'
import { jobNotice } from './offer-notice.ts'

test('the mail with a job has links that call its customer and write to them', () => {
  const { facts = [] } = jobNotice({
    kind: 'job',
    says: 'yours',
    lead: {
      name: 'Maria Gomez',
      email: 'maria@example.com',
      phone: '3865550123',
      phoneAsTyped: '(386) 555-0123',
      address: null,
      service: 'ac-repair',
      message: null,
      reference: '123-4567',
      isUrgent: false,
      where: 'Deltona',
      preferredTime: null,
      photos: [],
      others: [],
    },
    callAt: null,
    changed: [],
    link: 'http://127.0.0.1:3000/offer/1',
    pageLink: null,
  })
  const links = facts.flatMap(({ value, link }) => (link ? [[value, link]] : []))
  expect(links).toEqual([
    ['(386) 555-0123', 'tel:+13865550123'],
    ['maria@example.com', 'mailto:maria@example.com'],
  ])
})
