import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { areaOnPages } from '#/content/area.ts'
import { hoursInWords } from '#/contracts/hours/week.ts'
import { longestBusinessName } from '#/contracts/limits.ts'
import { type Business, businessFacts } from '#/contracts/settings/setting-types.ts'
import type { Config } from '../config/config.ts'
import type { Database } from '../db/database.ts'
import { changeSetting, readSettings } from '../db/settings.ts'
import { AppError } from '../http/errors.ts'
import { shareReads } from '../runtime/share-reads.ts'
import { setArea } from '../texts/places.ts'
import { sentText, typedText } from '../texts/texts.ts'
import { sitePhoneSchema } from '../texts/values.ts'
import { setHolidays, setOfferTimes, setOpeningWeek } from '../time/business-hours.ts'

/** A name that stands in texts, where with braces it would be taken for a place to be filled in. */
export const nameOnPages = (limit: number, missing: string) =>
  typedText(limit, missing, ' ')
    .overwrite((name) => name.replace(/\s+/g, ' '))
    .regex(/\p{L}/u, missing)
    .regex(/^[^{}]*$/, 'Please leave out { and }.')

const domainProblem = 'Please enter a domain such as example.com.'

/** What the owner types of it. What is absent stays as it is. */
export const businessChangeSchema = z.object({
  name: nameOnPages(longestBusinessName, 'Please enter the name of the business.').optional(),
  phone: sitePhoneSchema.optional(),
  domain: sentText(domainProblem)
    .trim()
    // As copied from the address bar of a browser.
    .overwrite((typed) => typed.replace(/^(https?:\/\/)?(www\.)?|\/$/gi, ''))
    .max(253, { error: domainProblem, abort: true })
    .regex(/^([a-z\d]([a-z\d-]*[a-z\d])?\.)+[a-z]{2,}$/i, domainProblem)
    .toLowerCase()
    .optional(),
})

type BusinessChange = z.output<typeof businessChangeSchema>

type Machine = Pick<Config, 'site' | 'isSetByMachine'>

/** What the owner has set of the business and its site. */
export type LiveBusiness = ReturnType<typeof createBusiness>

/** Follows the database from the first read on; what the machine says wins. */
export function createBusiness(db: Database, machine: Machine) {
  const { site, isSetByMachine } = machine
  const builtIn = { ...site }
  let version = 0
  let hasRead = false

  const setByMachine = businessFacts.filter((fact) => isSetByMachine[fact])
  const owners = businessFacts.filter((fact) => !isSetByMachine[fact])

  const read = shareReads(async () => {
    const { business, week, area, holidays, claims, sampleReviews, offerTimes } =
      await readSettings(db)
    const next = {
      ...site,
      hours: hoursInWords(week),
      claims,
      isAlwaysAnswered: claims.isAlwaysAnswered,
      area,
      ...areaOnPages(area),
      showsSamples: sampleReviews.areShown,
      ...Object.fromEntries(owners.map((fact) => [fact, business[fact] ?? builtIn[fact]])),
    }
    if (!isDeepStrictEqual(site, next)) {
      Object.assign(site, next)
      setOpeningWeek(week)
      setArea(area)
      version += 1
    }
    setHolidays(holidays)
    setOfferTimes(offerTimes)
    hasRead = true
    return version
  })

  return {
    /**
     * Reads what is stored into `config.site`, which all parts of this process share. Returns a number that
     * grows with each change of the site. Throws while the database is away.
     */
    read: () => read(undefined),

    /** Reads it unless this process has: nothing is sent or decided by what is built in. Throws as `read` does. */
    async readOnce(): Promise<void> {
      if (!hasRead) await read(undefined)
    },

    async show(): Promise<Business> {
      await read(undefined)
      const { name, phone, domain } = site
      return { name, phone, domain, setByMachine }
    },

    /** Stores what the owner has typed, and has each process read it. */
    async save(change: BusinessChange): Promise<void> {
      const refused = setByMachine.find((fact) => change[fact] !== undefined)
      if (refused) {
        throw new AppError(
          'conflict',
          `The ${refused} is set on the server. Ask your administrator to change it.`,
        )
      }
      await changeSetting(db, 'business', (before) => ({ ...before, ...change }))
    },
  }
}
