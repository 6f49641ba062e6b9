import type { FastifyInstance } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import {
  holidayChangeSchema,
  holidayParamsSchema,
  holidaySchema,
} from '#/contracts/hours/holidays.ts'
import { apiPaths } from '#/contracts/routes.ts'
import type { Database, DatabaseHandle } from '../db/database.ts'
import { dataOf } from '../http/answer-schemas.ts'
import { AppError } from '../http/errors.ts'
import { repeat } from '../jobs/loop.ts'
import { decideHoliday, forgetHoliday, listHolidays, openYears, readHolidays } from './holidays.ts'

const holidaysAnswer = dataOf(z.array(holidaySchema))

/** Days of other years are not listed, so they cannot be changed either. */
function assertOpenYear(day: string): void {
  const [thisYear, nextYear] = openYears()
  if ([thisYear, nextYear].includes(Number(day.slice(0, 4)))) return
  const message = `Please choose a day of ${thisYear} or ${nextYear}.`
  throw new AppError('invalid_request', message, { fields: { day: message } })
}

/** The days on which the business is closed. Admins only. Each change returns the list as it is then. */
function holidayRoutes({ db }: { db: Database }): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(apiPaths.holidays, { schema: { response: holidaysAnswer } }, async () => {
      await readHolidays(db)
      return { data: listHolidays() }
    })
    app.put(
      apiPaths.holiday,
      {
        schema: {
          params: holidayParamsSchema,
          body: holidayChangeSchema,
          response: holidaysAnswer,
        },
      },
      async (request) => {
        const { day } = request.params
        request.audit({ subject: `${day}, ${request.body.isOpen ? 'open' : 'closed'}` })
        assertOpenYear(day)
        if (!(await decideHoliday(db, day, request.body))) {
          throw new AppError('conflict', 'This day is not a holiday.')
        }
        return { data: listHolidays() }
      },
    )
    app.delete(
      apiPaths.holiday,
      { schema: { params: holidayParamsSchema, response: holidaysAnswer } },
      async (request) => {
        const { day } = request.params
        request.audit({ subject: `${day}, as usual` })
        if (!(await forgetHoliday(db, day))) {
          throw new AppError('not_found', 'Nothing was set for this day.')
        }
        return { data: listHolidays() }
      },
    )
  }
}

/** In case a signal got lost. */
const readAgainMs = 60_000

/** Adds the holidays, and has this process count opening hours by them from when it listens. */
export async function registerHours(
  app: FastifyInstance,
  { db, listen }: Pick<DatabaseHandle, 'db' | 'listen'>,
): Promise<void> {
  await app.register(holidayRoutes({ db }))
  const readAgain = repeat(app, {
    what: 'read the holidays',
    everyMs: readAgainMs,
    startsAtOnce: true,
    run: () => readHolidays(db),
  })
  await listen('holidays_changed', { onMessage: readAgain, onRestored: readAgain })
}
