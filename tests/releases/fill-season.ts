import { createHash } from 'node:crypto'
import { createUser } from '#/server/accounts/users.ts'
import type { Database } from '#/server/db/database.ts'
import * as tables from '#/server/db/tables/schema.ts'
import type { Event } from '#/server/referrals/events.ts'
import type { Contractor } from '#/server/referrals/state.ts'
import { toContractor } from '#/server/referrals/store/state-rows.ts'
import { testPassword } from '#tests/support/app-builder.ts'
import { storeEvents } from '#tests/support/leads/store-events.ts'
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

type Lead = typeof tables.leads.$inferSelect

async function fillLeads(db: Database): Promise<Lead[]> {
  const rows = visitors.map(([name, town, service, message, source], index) => {
    const isContacted = index % 3 !== 2
    const createdAt = after(index * minutesBetween)
    return {
      name,
      service,
      message,
      source,
      isContacted,
      createdAt,
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
  return db.insert(tables.leads).values(rows).returning()
}

async function fillWork(db: Database, leads: Lead[]): Promise<void> {
  const [recipient] = await db
    .insert(tables.notificationRecipients)
    .values([{ email: owner }, { email: 'evenings@example.com', isActive: false }])
    .returning({ id: tables.notificationRecipients.id })
  const by = (index: number, minutes: number) => after(index * minutesBetween + minutes)
  await db.insert(tables.leadNotes).values(
    leads.slice(0, 6).map(({ id: leadId }, index) => ({
      leadId,
      author: owner,
      createdAt: by(index, 36),
      text: `Called back, wants somebody ${index % 2 === 0 ? 'this week' : 'in the morning'}.\nGate code is with the neighbour.`,
    })),
  )
  const sent = await db
    .insert(tables.deliveries)
    .values(
      leads.map(({ id: leadId }, index) => ({
        leadId,
        recipientId: recipient?.id ?? null,
        target: owner,
        channel: 'mail' as const,
        state: 'sent' as const,
        attempts: 1,
        sentAt: by(index, 1),
        queuedAt: by(index, 0),
      })),
    )
    .returning({ id: tables.deliveries.id })
  await db.insert(tables.deliveryAttempts).values(
    sent.map(({ id }, index) => ({
      deliveryId: id,
      at: by(index, 1),
      durationMs: 140 + index,
      outcome: 'sent' as const,
      answer: '250 2.0.0 Ok: queued',
    })),
  )
}

async function fillContractors(db: Database): Promise<Contractor[]> {
  const rows = await db
    .insert(tables.contractors)
    .values(
      companies.map(([companyName, contactName, services, towns], index) => ({
        companyName,
        contactName,
        services,
        towns,
        answersEmergencies: index === 0,
        email: `office@${slug(companyName).replaceAll('.', '-')}.example`,
        phone: `386555018${index}`,
        licenseNumber: `CAC181200${index}`,
        licenseExpiresOn: '2099-08-31',
        insuranceExpiresOn: '2099-01-31',
      })),
    )
    .returning()
  return rows.map((row) => toContractor(row, Date.now()))
}

/** What happened to the leads, by their order: one was done, one is matched, and one was lost. */
function eventsOf(contractors: Contractor[], index: number, lead: Lead): Event[] {
  const [first, second] = contractors as [Contractor, Contractor]
  const began = lead.createdAt.getTime()
  const at = (minutes: number) => began + minutes * 60_000
  const contacted = { kind: 'contacted', firstContactedAt: at(34), at: at(34), by: owner } as const
  const offered = (offerId: number, contractor: Contractor): Event => ({
    kind: 'offered',
    offerId,
    contractor,
    expiresAt: at(300),
    isAgreed: false,
    at: at(60),
    by: owner,
  })
  const ofContractor = { at: at(90), by: 'contractor' } as const
  const yes = { kind: 'accepted', callAt: at(150), isAgreed: false, ...ofContractor } as const
  const [done, matched, lost]: Event[][] = [
    [
      offered(1, second),
      offered(2, first),
      { kind: 'declined', offerId: 1, reason: 'too-far', ...ofContractor },
      { ...yes, offerId: 2 },
      { kind: 'spoken', offerId: 2, at: at(160), by: 'contractor' },
      { kind: 'done', offerId: 2, valueCents: 18_500, at: at(3_000), by: 'contractor' },
      { kind: 'rated', stars: 5, at: at(4_000), by: 'visitor' },
      { kind: 'rating-published', at: at(4_100), by: owner },
    ],
    [
      offered(3, first),
      { ...yes, offerId: 3 },
      { kind: 'word-added', text: 'The filter is new.', at: at(120), by: 'visitor' },
    ],
    [
      offered(4, second),
      { kind: 'expired', offerId: 4, at: at(300), by: 'server' },
      {
        kind: 'lost',
        reason: 'chose-another',
        isReported: false,
        offerId: null,
        at: at(3_000),
        by: owner,
      },
    ],
  ]
  return [
    { kind: 'received', at: at(0), by: 'visitor' },
    ...(lead.isQuarantined
      ? [{ kind: 'held', mayBeReal: false, at: at(0), by: 'server' } as const]
      : []),
    ...(lead.isContacted ? [contacted] : []),
    ...([done, matched, lost][index] ?? []),
  ]
}

async function fillReferrals(db: Database, leads: Lead[]): Promise<void> {
  const contractors = await fillContractors(db)
  for (const [index, lead] of leads.entries()) {
    await storeEvents(db, lead, eventsOf(contractors, index, lead))
  }
  await db.insert(tables.ratings).values({
    leadId: leads[0]?.id ?? 0,
    hasCome: true,
    stars: 5,
    mayPublish: true,
    shownName: 'Maria A.',
    shownTown: 'Deltona',
    ratedAt: after(4_000),
    publishedAt: after(4_100),
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
    pagePath: '/',
    title: 'Heating and cooling around Deltona',
    version: 1,
    description: 'Licensed contractors for Volusia and Seminole County.',
    structuredData: '',
    structuredDataMode: 'replace',
    ...texts,
  })
  await db
    .insert(tables.seoRevisions)
    .values({ pagePath: '/', version: 1, changedBy: 'words@example.com', fields: null })
}
