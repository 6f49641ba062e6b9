import { createHash } from 'node:crypto'
import { createUser } from '#/server/accounts/users.ts'
import type { Database } from '#/server/db/database.ts'
import * as tables from '#/server/db/tables/schema.ts'
import { testPassword } from '#tests/support/app-builder.ts'
import { after, companies, visitors } from './season.ts'

/** Who runs the site of the release data; the password is that of all tests. */
export const owner = 'owner@example.com'

const slug = (name: string) =>
  name
    .normalize('NFD')
    .replaceAll(/[^a-zA-Z ]/g, '')
    .toLowerCase()
    .replaceAll(/ +/g, '.')
const minutesBetween = 7 * 60 + 13

async function fillLeads(db: Database): Promise<number[]> {
  const rows = visitors.map(([name, town, service, message, source], index) => {
    const isContacted = index % 3 !== 2
    const createdAt = after(index * minutesBetween)
    return {
      ...{ name, service, message, source, isContacted, createdAt },
      submissionId: `season-${index + 1}`,
      contentHash: createHash('sha256').update(name).digest('hex'),
      email: `${slug(name)}@example.com`,
      phone: `38655501${String(index).padStart(2, '0')}`,
      phoneAsTyped: `(386) 555-01${String(index).padStart(2, '0')}`,
      address: `${100 + index * 7} Lakeshore Drive, ${town}, FL`,
      attribution: { landingPage: '/', ...(source === 'google ads' && { utm_campaign: 'autumn' }) },
      isQuarantined: index === 12,
      quarantineReasons: index === 12 ? ['The form was sent within a second.'] : [],
      ...(isContacted && {
        firstContactedAt: after(index * minutesBetween + 34),
        contactedBy: owner,
        answerMinutes: 34,
      }),
    }
  })
  const stored = await db.insert(tables.leads).values(rows).returning({ id: tables.leads.id })
  return stored.map(({ id }) => id)
}

async function fillWork(db: Database, leads: number[]): Promise<void> {
  const [recipient] = await db
    .insert(tables.notificationRecipients)
    .values([{ email: owner }, { email: 'evenings@example.com', isActive: false }])
    .returning({ id: tables.notificationRecipients.id })
  const by = (index: number, minutes: number) => after(index * minutesBetween + minutes)
  await db
    .insert(tables.leadHistory)
    .values(
      leads.flatMap((leadId, index) => [
        { leadId, kind: 'received' as const, createdAt: by(index, 0) },
        ...(index % 3 !== 2
          ? [{ leadId, kind: 'contacted' as const, actor: owner, createdAt: by(index, 34) }]
          : []),
      ]),
    )
  await db.insert(tables.leadNotes).values(
    leads.slice(0, 6).map((leadId, index) => ({
      ...{ leadId, author: owner, createdAt: by(index, 36) },
      text: `Called back, wants somebody ${index % 2 === 0 ? 'this week' : 'in the morning'}.\nGate code is with the neighbour.`,
    })),
  )
  const sent = await db
    .insert(tables.deliveries)
    .values(
      leads.map((leadId, index) => ({
        ...{ leadId, recipientId: recipient?.id ?? null, target: owner, channel: 'mail' as const },
        ...{ state: 'sent' as const, attempts: 1, sentAt: by(index, 1), queuedAt: by(index, 0) },
      })),
    )
    .returning({ id: tables.deliveries.id })
  await db.insert(tables.deliveryAttempts).values(
    sent.map(({ id }, index) => ({
      ...{ deliveryId: id, at: by(index, 1), durationMs: 140 + index },
      ...{ outcome: 'sent' as const, answer: '250 2.0.0 Ok: queued' },
    })),
  )
}

async function fillReferrals(db: Database, leads: number[]): Promise<void> {
  const partners = await db
    .insert(tables.contractors)
    .values(
      companies.map(([companyName, contactName, services, towns], index) => ({
        ...{ companyName, contactName, services, towns, answersEmergencies: index === 0 },
        email: `office@${slug(companyName).replaceAll('.', '-')}.example`,
        phone: `386555018${index}`,
        licenseNumber: `CAC181200${index}`,
        licenseExpiresOn: '2099-08-31',
        insuranceExpiresOn: '2099-01-31',
      })),
    )
    .returning({ id: tables.contractors.id })
  const [first = 0, second = 0] = partners.map(({ id }) => id)
  const [done = 0, matched = 0, lost = 0] = leads
  const settled = { isAutomatic: false, outcomeAt: after(3_000) }
  await db.insert(tables.referrals).values([
    { leadId: done, outcome: 'done', ...settled },
    { leadId: matched, outcome: 'matched', ...settled },
    { leadId: lost, outcome: 'lost', lostReason: 'chose-another', ...settled },
  ])
  const offered = { offeredAt: after(60), expiresAt: after(300), offeredBy: owner }
  const answeredAt = after(90)
  await db.insert(tables.offers).values([
    {
      leadId: done,
      contractorId: second,
      state: 'declined',
      declineReason: 'too-far',
      answeredAt,
      ...offered,
    },
    {
      leadId: done,
      contractorId: first,
      state: 'accepted',
      answeredAt,
      callAt: after(150),
      ...offered,
    },
    { leadId: matched, contractorId: first, state: 'accepted', answeredAt, ...offered },
    { leadId: lost, contractorId: second, state: 'expired', ...offered },
  ])
  await db.insert(tables.ratings).values({
    ...{ leadId: done, hasCome: true, stars: 5, mayPublish: true, shownName: 'Maria A.' },
    ...{ shownTown: 'Deltona', ratedAt: after(4_000), publishedAt: after(4_100) },
    text: 'Came the same afternoon and explained what was wrong.',
  })
}

/** Fills a new database with an autumn of invented leads and what became of them. */
export async function fillSeason(db: Database): Promise<void> {
  await createUser(db, { email: owner, role: 'admin', password: testPassword })
  await createUser(db, { email: 'words@example.com', role: 'editor', password: testPassword })
  const leads = await fillLeads(db)
  await fillWork(db, leads)
  await fillReferrals(db, leads)
  const texts = { keywords: '', ogImage: '', canonicalUrl: '', h1Text: '', imageAltTexts: '' }
  await db.insert(tables.seoRecords).values({
    ...{ pagePath: '/', title: 'Heating and cooling around Deltona', version: 1 },
    description: 'Licensed contractors for Volusia and Seminole County.',
    ...{ structuredData: '', structuredDataMode: 'replace', ...texts },
  })
  await db
    .insert(tables.seoRevisions)
    .values({ pagePath: '/', version: 1, changedBy: 'words@example.com', fields: null })
}
