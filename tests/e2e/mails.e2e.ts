import { testConfig } from '#tests/support/app-builder.ts'
import { business } from '../../src/content/business.ts'
import type {
  MailToRender,
  NotifiedLead,
  VisitorUpdate,
} from '../../src/contracts/notifications/mails.ts'
import type { NewsItem } from '../../src/contracts/referrals/news.ts'
import type { MatchView } from '../../src/contracts/referrals/requests.ts'
import { createBuiltRenderer } from '../../src/server/render/renderer.ts'
import { expectAccessible, expectToFit, test } from './fixtures.ts'

const lead: NotifiedLead = {
  isUrgent: true,
  id: 7,
  name: 'Maria Gomez',
  email: 'maria@example.com',
  phone: '3865550123',
  phoneAsTyped: '(386) 555-0123',
  address: '12 Palm Street',
  service: 'emergency-hvac',
  message: 'It has run without a stop since Friday.\nIs a repair worth it?',
  createdAt: '2026-01-05T12:00:00.000Z',
  attribution: {
    landingPage: '/services/ac-repair',
    referrer: 'https://www.google.com/',
    utm_campaign: 'summer',
  },
}

const work = {
  service: lead.service,
  isUrgent: true,
  where: 'Deltona',
  preferredTime: 'Any morning',
  photos: [],
  others: [{ service: 'duct-cleaning' }],
}

const siteUrl = 'http://127.0.0.1:3000'
const linkTo = (page: string) => `${siteUrl}/${page}/${'Wxyz'.repeat(5)}Ab`
const [link, pageLink, requestLink] = ['offer', 'contractor', 'request'].map(linkTo) as [
  string,
  string,
  string,
]
const companyName = 'Lakeside Heating and Air Conditioning of Central Florida'
const reference = '123-4567'
const { name, service } = lead

const newsItem: NewsItem = {
  id: 1,
  kind: 'accepted',
  detail: companyName,
  leadId: 7,
  name,
  service,
  reference,
  isUrgent: true,
  at: lead.createdAt,
}

const news = { kind: 'news', group: 'jobs', items: [newsItem], urgentCount: 1, siteUrl } as const
const at = Date.parse(lead.createdAt)
const match: MatchView = {
  companyName,
  licenseNumber: 'CAC1812345',
  phone: '3865550177',
  callAt: at,
  isDone: false,
  callState: 'ahead',
  onTheWayAt: null,
}

const updates: VisitorUpdate[] = [
  { of: 'looking', asked: business.offerTimes },
  { of: 'looking', asked: null },
  { of: 'introduction', match },
  { of: 'call', match },
  { of: 'on-the-way', match: { ...match, onTheWayAt: at } },
  { of: 'done', match: { ...match, isDone: true } },
  { of: 'how', match: { ...match, isDone: true } },
  { of: 'reported', companyName, reason: 'duplicate' },
  { of: 'nobody' },
  { of: 'where' },
  { of: 'outside' },
]

const mails: MailToRender[] = [
  ...updates.map(
    (update): MailToRender => ({
      kind: 'update',
      update,
      isUrgent: update.of === 'looking',
      reference,
      link: requestLink,
    }),
  ),
  { kind: 'lead', lead, leadSourceMessage: 'From the fair.' },
  {
    kind: 'confirmation',
    reference,
    link: requestLink,
    answerBy: 'Monday 7 PM',
    asksTown: true,
  },
  { kind: 'test' },
  { kind: 'own-lapse', lapse: 'License expired on Mar 1, 2027.', pageLink },
  {
    kind: 'account-link',
    for: 'invitation',
    link: `http://127.0.0.1:3000/admin/invitation#${'Wxyz'.repeat(11)}`,
    invitedBy: 'Maria Ortiz (maria.with.a.long.address@heating-and-cooling.example.com)',
  },
  { kind: 'account-changed', change: 'password' },
  { kind: 'offer', offerId: 1234, work, answerBy: at, link, pageLink },
  ...(['yours', 'changed', 'call-late', 'how-is-it'] as const).map(
    (says): MailToRender => ({
      kind: 'job',
      says,
      changed: ['phone', 'words'],
      link,
      pageLink,
      lead: { ...lead, ...work, reference },
      callAt: says === 'yours' ? null : at,
    }),
  ),
  {
    kind: 'contractor-page',
    companyName,
    link: pageLink,
  },
  { kind: 'job', says: 'unasked', work, reference, pageLink },
  { kind: 'job', says: 'withdrawn', work, reference, pageLink },
  { kind: 'job', says: 'reopened', work, reference, pageLink: null },
  { kind: 'waiting', requests: [lead, { ...lead, address: null }], count: 3, urgentCount: 1 },
  { ...news, count: 1 },
  { ...news, count: 7 },
]

test('every mail can be read by everybody, light and dark, on the smallest phone', {
  tag: '@slow',
}, async ({ page }) => {
  const { renderMail } = await createBuiltRenderer(testConfig().site)
  await page.setViewportSize({ width: 320, height: 700 })
  for (const mail of mails) {
    await page.setContent((await renderMail(mail)).html)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await expectAccessible(page)
    }
    await expectToFit(page, mail.kind)
  }
})
