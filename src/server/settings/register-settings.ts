import type { FastifyInstance } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { openingHoursChangeSchema, openingHoursSchema } from '#/contracts/hours/opening-hours.ts'
import { hoursInWords } from '#/contracts/hours/week.ts'
import { formatPhone } from '#/contracts/leads/contact-details.ts'
import { apiPaths } from '#/contracts/routes.ts'
import {
  businessChangeSchema,
  businessSchema,
  claimsSchema,
} from '#/contracts/settings/business.ts'
import type { Listen } from '../db/database.ts'
import { dataOf } from '../http/answer-schemas.ts'
import { repeat } from '../jobs/loop.ts'
import { within } from '../runtime/within.ts'
import type { LiveBusiness } from './business.ts'

/** What the settings need. */
export type SettingsDeps = {
  business: LiveBusiness
  listen: Listen
  /** Called once this process knows what has changed of the business. */
  onChanged: () => void
}

type RouteDeps = { business: LiveBusiness; follow: () => Promise<void> }

/** What the owner decides of the business. Admins only. */
function settingRoutes({ business, follow }: RouteDeps): FastifyPluginAsyncZod {
  const response = dataOf(businessSchema)
  return async (app) => {
    app.get(apiPaths.business, { schema: { response } }, async () => ({
      data: await business.show(),
    }))

    app.put(
      apiPaths.business,
      { schema: { body: businessChangeSchema, response } },
      async (request) => {
        const { name, phone } = request.body
        const said = [name, phone && formatPhone(phone)].filter(Boolean)
        request.audit({ subject: said.join(', ') })
        await business.save(request.body)
        await follow()
        return { data: await business.show() }
      },
    )

    const ofHours = dataOf(openingHoursSchema)
    app.get(apiPaths.openingHours, { schema: { response: ofHours } }, async () => ({
      data: await business.showHours(),
    }))

    app.put(
      apiPaths.openingHours,
      { schema: { body: openingHoursChangeSchema, response: ofHours } },
      async (request) => {
        request.audit({ subject: hoursInWords(request.body).long.join(', ') })
        await business.saveHours(request.body)
        await follow()
        return { data: await business.showHours() }
      },
    )

    const ofClaims = dataOf(claimsSchema)
    app.get(apiPaths.claims, { schema: { response: ofClaims } }, async () => ({
      data: await business.showClaims(),
    }))

    app.put(
      apiPaths.claims,
      { schema: { body: claimsSchema, response: ofClaims } },
      async (request) => {
        const said = Object.entries(request.body).map(([id, number]) => `${id} ${number || 'none'}`)
        request.audit({ subject: said.join(', ') })
        await business.saveClaims(request.body)
        await follow()
        return { data: await business.showClaims() }
      },
    )
  }
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
  await app.register(settingRoutes({ business, follow }))
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
