import { pagePaths, servicePath } from '#/contracts/routes.ts'
import { seoFieldsSchema } from '#/contracts/seo/seo.ts'
import type { Database } from '#/server/db/database.ts'
import { saveFirstSteps } from '#/server/notifications/first-steps/first-steps.ts'
import { saveLeadSourceSettings } from '#/server/notifications/recipients/lead-source-message.ts'
import { addRecipient } from '#/server/notifications/recipients/recipients.ts'
import { saveVisitorMails } from '#/server/notifications/recipients/visitor-mails.ts'
import { saveOfferSettings } from '#/server/referrals/offers/next-offer.ts'
import { deleteRecord, readVersion, saveRecord } from '#/server/seo/seo-records.ts'
import type { Team } from './team.ts'
import type { Timeline } from './timeline.ts'

/** Who is told of leads. */
export const recipients = { office: 'office@example.com', nights: 'nights@example.org' }

/** What an owner does on the first day. */
export async function setUp(db: Database, team: Team, now: Date): Promise<void> {
  await team.tell('dana', 'setup')
  for (const email of Object.values(recipients)) {
    await addRecipient(db, email)
    await team.tell('dana', 'recipient.add', email)
  }
  await saveVisitorMails(db, { sendsMails: true })
  await team.tell('dana', 'mail.visitors', 'on')
  const message = 'From the estimate form. Call within the hour in opening hours, please.'
  await saveLeadSourceSettings(db, { message })
  await team.tell('luis', 'mail.lead-source')
  await saveFirstSteps(db, { mailTestedAt: now, backedUpAt: now, putAwayAt: now })
  await team.tell('dana', 'mail.test')
}

/** From then on the server offers leads by itself. */
export async function offerByItself(db: Database, team: Team): Promise<void> {
  await saveOfferSettings(db, { isAutomatic: true })
  await team.tell('dana', 'offer.automatic', 'on')
}

/** What was written of a page, and how many days after the beginning; null takes it back. */
const edits: { day: number; path: string; texts: [title: string, description: string] | null }[] = [
  {
    day: 3,
    path: pagePaths.home,
    texts: [
      'Heating and Cooling Contractors around Deltona',
      'Free estimates from licensed contractors in Volusia and Seminole County.',
    ],
  },
  {
    day: 11,
    path: servicePath('ac-repair'),
    texts: [
      'AC Repair in Deltona, DeLand and Sanford',
      'AC not cooling? A licensed contractor near you calls back the same day.',
    ],
  },
  {
    day: 19,
    path: pagePaths.home,
    texts: [
      'AC and Heating Contractors in Deltona and Sanford',
      'Free estimates from licensed, insured contractors within 20 minutes of Deltona.',
    ],
  },
  {
    day: 50,
    path: servicePath('emergency-hvac'),
    texts: [
      'AC out after the storm? Emergency help around Deltona',
      'Around the clock: a contractor who answers emergencies calls you back.',
    ],
  },
  {
    day: 54,
    path: pagePaths.home,
    texts: [
      'Storm damage to your AC? Contractors around Deltona',
      'Estimates and reports for your insurance from licensed contractors.',
    ],
  },
  { day: 64, path: servicePath('emergency-hvac'), texts: null },
  {
    day: 66,
    path: pagePaths.home,
    texts: [
      'AC and Heating Contractors in Deltona and Sanford',
      'Free estimates from licensed, insured contractors within 20 minutes of Deltona.',
    ],
  },
  {
    day: 92,
    path: servicePath('duct-cleaning'),
    texts: [
      'Air Duct Cleaning in Volusia and Seminole County',
      'Dust, pets, a renovation: what cleaning the ducts does, and what it costs.',
    ],
  },
]

/** Has the editor work on the metadata of pages. */
export function planEdits(
  db: Database,
  { plan }: Timeline,
  team: Team,
  dayAt: (day: number, minuteOfDay: number) => Date,
): void {
  for (const { day, path: pagePath, texts } of edits) {
    plan(dayAt(day, 10 * 60 + day), async () => {
      const version = await readVersion(db, pagePath)
      const change = { pagePath, version, changedBy: team.inWords('priya') }
      if (texts) {
        const [title, description] = texts
        await saveRecord(db, change, seoFieldsSchema.parse({ title, description }))
      } else await deleteRecord(db, change)
      await team.tell('priya', texts ? 'metadata.save' : 'metadata.remove', pagePath)
    })
  }
}
