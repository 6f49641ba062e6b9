import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { api } from '#/contracts/endpoints/api.ts'
import type { Holiday } from '#/contracts/hours/week.ts'
import { longestHolidayName } from '#/contracts/limits.ts'
import { typedLine } from '#/server/texts/texts.ts'
import type { Database } from '../db/database.ts'
import { changeSetting } from '../db/settings.ts'
import { AppError, fieldError } from '../http/errors.ts'
import { serve } from '../http/serve.ts'
import { holidaysOf } from '../time/business-hours.ts'
import { federalHolidays } from '../time/holidays.ts'
import { localDay } from '../time/local-day.ts'
import type { LiveBusiness } from './business.ts'

/** What the owner decides of a day: closed, under a name of its own; or open on a federal holiday. */
const holidayChangeSchema = z.discriminatedUnion('isOpen', [
  z.object({ isOpen: z.literal(true) }),
  z.object({
    isOpen: z.literal(false),
    name: typedLine(longestHolidayName, 'Please name the day.'),
  }),
])

function openYears(): number[] {
  const thisYear = Number(localDay().slice(0, 4))
  return [thisYear, thisYear + 1]
}

const federalOn = (day: string) =>
  federalHolidays(Number(day.slice(0, 4))).find((holiday) => holiday.day === day)

type HolidayDeps = { db: Database; business: LiveBusiness }

/** The days on which the business is closed. Admins only. Each change returns the list as it is then. */
export function addHolidayRoutes(app: FastifyInstance, { db, business }: HolidayDeps): void {
  /** Has opening hours count by what is stored, and lists the holidays of this year and the next, in order. */
  async function list(): Promise<Holiday[]> {
    await business.read()
    const days = openYears().flatMap(holidaysOf)
    return days.map((each) => ({ ...each, isFederal: federalOn(each.day) !== undefined }))
  }

  serve(app, api.holidays, {}, list)
  serve(app, api.setHoliday, { body: holidayChangeSchema }, async (request) => {
    const { body } = request
    const { day } = request.params
    request.audit({ subject: `${day}, ${body.isOpen ? 'open' : 'closed'}` })
    // Days of other years are not listed, so they cannot be changed either.
    const years = openYears()
    if (!years.includes(Number(day.slice(0, 4))))
      throw fieldError('day', `Please choose a day in ${years.join(' or ')}.`)
    const federal = federalOn(day)
    if (body.isOpen && !federal) throw new AppError('conflict', 'This day isn’t a holiday.')
    const name = body.isOpen ? (federal?.name ?? '') : body.name
    await changeSetting(db, 'holidays', (decided) => [
      ...decided.filter((each) => each.day !== day),
      { day, name, isOpen: body.isOpen },
    ])
    return list()
  })
  serve(app, api.unsetHoliday, {}, async (request) => {
    const { day } = request.params
    request.audit({ subject: `${day}, back to the usual hours` })
    await changeSetting(db, 'holidays', (decided) => {
      const others = decided.filter((each) => each.day !== day)
      if (others.length < decided.length) return others
      throw new AppError('not_found', 'Nothing was set for this day.')
    })
    return list()
  })
}
