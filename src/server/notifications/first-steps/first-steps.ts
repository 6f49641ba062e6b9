import { eq, isNull } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { areSamples } from '#/content/testimonials.ts'
import { api } from '#/contracts/endpoints/api.ts'
import { adminPaths, backupsOfficePath } from '#/contracts/routes.ts'
import { contractors, isPublished, leads, ratings } from '#/server/db/tables/schema.ts'
import type { Config } from '../../config/config.ts'
import type { Database } from '../../db/database.ts'
import { changeSetting, readDecided } from '../../db/settings.ts'
import { present } from '../../health/health.ts'
import { buttonFor, type FirstStep, type OwnNeed, type SomeNeeds } from '../../health/needs.ts'
import { createRateLimiter } from '../../http/rate-limits.ts'
import { serve } from '../../http/serve.ts'
import { signedInUser } from '../../http/sessions.ts'
import { emailSchema } from '../../texts/values.ts'
import { countActive } from '../deliveries/delivery-list.ts'
import { type NoticeDeps, sendNotice } from '../mail/notices.ts'

/** What is not in the database: whether mails leave by a server, and the settings of the machine. */
type Machine = { hasMailServer: boolean } & Pick<Config, 'isSetByMachine' | 'backup'>

const notifications = `${adminPaths.leads}?tab=notifications`

/** That no one hears of new requests, which the owner cannot put away. */
async function findUntold(db: Database, hasMailServer: boolean, isTested: boolean) {
  const [recipients, webhooks] = await countActive(db)
  const isKept = recipients > 0 && webhooks === 0 && !hasMailServer
  const mail: OwnNeed = {
    key: 'mail',
    text: 'Set up email, and send a test',
    detail: hasMailServer
      ? 'Email is set up.'
      : `No email goes out yet${isKept ? ', so no one is notified of new requests: emails stay on the server' : ''}.`,
    links: [
      { text: hasMailServer ? 'Send a test email' : 'Enter your mail server', path: notifications },
    ],
  }
  const none: OwnNeed = {
    key: 'recipients',
    text: 'No one is notified of new requests.',
    detail: 'You only see them here.',
    links: [{ text: 'Choose who gets notified', path: notifications }],
  }
  return {
    lasting: present<OwnNeed>(recipients + webhooks === 0 && none, isKept && mail),
    first: present<OwnNeed>(!isKept && !(hasMailServer && isTested) && mail),
  }
}

/** What holds until the owner has saved it once. */
const inSettings = (key: FirstStep, text: string, detail: string): OwnNeed => ({
  key,
  text,
  detail,
  links: [{ text: 'Save it in Settings', path: `${adminPaths.settings}#${key}` }],
})

async function hasPublished(db: Database): Promise<boolean> {
  const published = await db
    .select({ leadId: ratings.leadId })
    .from(ratings)
    .innerJoin(leads, eq(leads.id, ratings.leadId))
    .where(isPublished)
    .limit(1)
  return published.length > 0
}

/** Returns what an owner sees to before leads come, until it is done or the owner puts it away. */
export async function findFirstSteps(db: Database, machine: Machine): Promise<SomeNeeds> {
  const { hasMailServer, isSetByMachine, backup } = machine
  const { business, area, claims, week, offers, visitorMails, ...decided } = await readDecided(db)
  const { sampleReviews, ownReviews, firstSteps } = decided
  const { lasting, first } = await findUntold(db, hasMailServer, !!firstSteps?.mailTestedAt)
  if (firstSteps?.putAwayAt) return { needs: lasting }
  const isNamed = business?.name ?? business?.phone ?? (isSetByMachine.name && isSetByMachine.phone)
  const showsSamples =
    areSamples &&
    sampleReviews?.areShown !== false &&
    !ownReviews?.length &&
    !(await hasPublished(db))
  const hasContractors = (await db.$count(contractors, isNull(contractors.removedAt))) > 0
  const needs = present<OwnNeed>(
    ...lasting,
    ...first,
    !hasContractors && {
      key: 'contractors',
      text: 'Add contractors to ask',
      links: [
        { text: 'Add a contractor', path: `${adminPaths.contractors}?add` },
        { text: 'Import your own sheet', path: `${adminPaths.contractors}?import` },
      ],
    },
    !offers && {
      key: 'offers',
      text: 'Choose automatic or manual offers',
      detail:
        'Automatically, each new request goes to the contractor who fits best, then to the next, until one accepts. By hand, you choose in the inbox.',
      links: [],
      buttons: [
        buttonFor(api.offerSettings.change, 'Offer automatically', { isAutomatic: true }),
        buttonFor(api.offerSettings.change, 'Offer by hand', { isAutomatic: false }),
      ],
    },
    !visitorMails && {
      key: 'visitor-mails',
      text: 'Decide whether customers get email',
      detail:
        'We can email customers that we have their request, who takes it and what changes. Afterward, we ask once how it went.',
      links: [],
      buttons: [
        buttonFor(api.visitorMails.change, 'Email customers', { sendsMails: true }),
        buttonFor(api.visitorMails.change, 'Leave email off', { sendsMails: false }),
      ],
    },
    !isNamed && {
      key: 'business',
      text: 'Put your name, phone number and domain on the site',
      links: [{ text: 'Enter them in Settings', path: adminPaths.settings }],
    },
    !area &&
      inSettings(
        'area',
        'Say which towns you serve',
        'Contractors get offers for work in these towns only, and the site lists them.',
      ),
    !claims &&
      inSettings(
        'claims',
        'Check what the site claims',
        'The numbers, your story, and whether you answer the phone 24/7 for emergencies.',
      ),
    !week &&
      inSettings(
        'hours',
        'Check your business hours',
        'They’re on the site, and they set when requests get answered.',
      ),
    showsSamples && {
      key: 'reviews',
      text: 'Show real reviews, or none, on the home page',
      detail:
        'The samples disappear once the home page shows a customer’s review, or when you turn them off.',
      links: [{ text: 'See the ratings', path: adminPaths.results }],
    },
    !firstSteps?.backedUpAt &&
      !backup.command && {
        key: 'backup',
        text: 'Keep a backup on another machine',
        detail:
          'Requests, notes and settings are all in the database. Have its backups copied to another machine, in case the disk fails.',
        links: [{ text: 'Backups', path: backupsOfficePath }],
        buttons: [buttonFor(api.changeFirstSteps, 'We have a backup', { isBackedUp: true })],
      },
  )
  const canPutAway = needs.length > lasting.length
  const hide = buttonFor(api.changeFirstSteps, 'Hide the first steps', { isPutAway: true })
  return { needs, buttons: canPutAway ? [hide] : [] }
}

/** Says that there is a backup, or hides the first steps. */
const changeFirstStepsSchema = z.union([
  z.strictObject({ isBackedUp: z.literal(true) }),
  z.strictObject({ isPutAway: z.literal(true) }),
])

const testMailSchema = z.object({ email: emailSchema })

/** So that a borrowed session cannot fill somebody's mailbox. */
const testMailLimits = [
  { name: 'test-mail-minute', points: 3, seconds: 60 },
  { name: 'test-mail-hour', points: 20, seconds: 3_600 },
]

/** Ticks what an owner sees to on the first day, and sends a test mail. Admins only. */
export function addFirstStepRoutes(
  app: FastifyInstance,
  { db, notices }: { db: Database; notices: NoticeDeps },
): void {
  const takeTurn = createRateLimiter(
    testMailLimits,
    'You’ve sent many test emails. Please wait a moment before the next one.',
  )
  serve(app, api.changeFirstSteps, { body: changeFirstStepsSchema }, async ({ body }) => {
    const step = 'isBackedUp' in body ? 'backedUpAt' : 'putAwayAt'
    await changeSetting(db, 'firstSteps', (before) => ({
      ...before,
      [step]: new Date().toISOString(),
    }))
  })

  serve(app, api.testMail, { body: testMailSchema }, async (request) => {
    request.audit({ subject: request.body.email })
    takeTurn(signedInUser(request).id)
    const result = await sendNotice(notices, request.body.email, { kind: 'test' })
    if (result.outcome === 'sent') {
      const mailTestedAt = new Date().toISOString()
      await changeSetting(db, 'firstSteps', (before) => ({ ...before, mailTestedAt }))
    }
    return result
  })
}
