import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import { openingHoursChangeSchema, openingHoursSchema } from '#/contracts/hours/opening-hours.ts'
import { hoursInWords } from '#/contracts/hours/week.ts'
import { formatPhone } from '#/contracts/leads/contact-details.ts'
import { apiPaths } from '#/contracts/routes.ts'
import { rhythmInWords } from '#/contracts/settings/backup-plan.ts'
import {
  backupPlanSchema,
  businessChangeSchema,
  businessSchema,
  claimsSchema,
  offerTimesSchema,
  sampleReviewsSchema,
} from '#/contracts/settings/business.ts'
import type { Listen } from '../db/database.ts'
import { dataOf } from '../http/answer-schemas.ts'
import { repeat } from '../jobs/loop.ts'
import { within } from '../runtime/within.ts'
import type { LiveBusiness } from './business.ts'

/** What the settings need. */
type SettingsDeps = {
  business: LiveBusiness
  listen: Listen
  /** Called once this process knows what has changed of the business. */
  onChanged: () => void
}

/** A setting: how it is shown, what the owner sends to change it, and what the audit log says of that. */
type Setting<Change extends z.ZodType, Shown extends z.ZodType> = {
  path: string
  change: Change
  shown: Shown
  show: () => Promise<z.input<Shown>>
  save: (change: z.output<Change>) => Promise<void>
  inWords: (change: z.output<Change>) => string
}

/** Adds the routes that return a setting and change it. Admins only. */
function addSetting<Change extends z.ZodType, Shown extends z.ZodType>(
  app: FastifyInstance,
  follow: () => Promise<void>,
  { path, change, shown, show, save, inWords }: Setting<Change, Shown>,
): void {
  const response = dataOf(shown)
  app.get(path, { schema: { response } }, async () => ({ data: await show() }))
  app.put(path, { schema: { body: change, response } }, async (request) => {
    const typed = request.body as z.output<Change>
    request.audit({ subject: inWords(typed) })
    await save(typed)
    await follow()
    return { data: await show() }
  })
}

/** In case a signal got lost. */
const readAgainMs = 60_000

/** How long a process that starts waits for what the owner has said, before it sends any mail. */
const firstReadMs = 2_000

/**
 * Adds the routes of the settings, and has this process follow them. What sends mails is to be added after
 * it: its hook waits for the first read.
 */
export async function registerSettings(
  app: FastifyInstance,
  { business, listen, onChanged }: SettingsDeps,
): Promise<void> {
  let known = 0
  /** Pages are rendered anew after the values are there, not before. */
  async function follow(): Promise<void> {
    const version = await business.read()
    if (version === known) return
    known = version
    onChanged()
  }

  addSetting(app, follow, {
    path: apiPaths.business,
    ...{ change: businessChangeSchema, shown: businessSchema },
    ...{ show: business.show, save: business.save },
    inWords: ({ name, phone }) => [name, phone && formatPhone(phone)].filter(Boolean).join(', '),
  })
  addSetting(app, follow, {
    path: apiPaths.openingHours,
    ...{ change: openingHoursChangeSchema, shown: openingHoursSchema },
    ...{ show: business.showHours, save: business.saveHours },
    inWords: (week) => hoursInWords(week).long.join(', '),
  })
  addSetting(app, follow, {
    path: apiPaths.claims,
    ...{ change: claimsSchema, shown: claimsSchema },
    ...{ show: business.showClaims, save: business.saveClaims },
    inWords: (claims) =>
      Object.entries(claims)
        .map(([id, number]) => `${id} ${number || 'none'}`)
        .join(', '),
  })
  addSetting(app, follow, {
    path: apiPaths.offerTimes,
    ...{ change: offerTimesSchema, shown: offerTimesSchema },
    ...{ show: business.showOfferTimes, save: business.saveOfferTimes },
    inWords: ({ openingHours, emergencyMinutes, askedInEmergency }) =>
      `${openingHours} opening hours, ${emergencyMinutes} minutes in an emergency, ${askedInEmergency} asked at once`,
  })
  addSetting(app, follow, {
    path: apiPaths.backupPlan,
    ...{ change: backupPlanSchema, shown: backupPlanSchema },
    ...{ show: business.showBackupPlan, save: business.saveBackupPlan },
    inWords: ({ every, keep }) => `${rhythmInWords[every]}, ${keep} kept`,
  })
  addSetting(app, follow, {
    path: apiPaths.sampleReviews,
    ...{ change: sampleReviewsSchema, shown: sampleReviewsSchema },
    ...{ show: business.showSamples, save: business.saveSamples },
    inWords: ({ areShown }) => (areShown ? 'shown' : 'not shown'),
  })

  const readAgain = repeat(app, {
    what: 'read the settings of the business',
    everyMs: readAgainMs,
    run: follow,
  })
  app.addHook('onListen', async () => {
    // While the database is away the loop goes on trying.
    await within(firstReadMs, follow()).catch(readAgain)
  })
  await listen('business_changed', { onMessage: readAgain, onRestored: readAgain })
}
