import { afterEach, beforeAll, vi } from 'vitest'
import { builtInArea } from '#/content/area.ts'
import { business } from '#/content/business.ts'
import { setArea } from '#/server/texts/places.ts'
import { setHolidays, setOfferTimes, setOpeningWeek } from '#/server/time/business-hours.ts'

/** A site that an earlier file of this process has set up may have had others. */
beforeAll(() => {
  setOpeningWeek(business.hours.week)
  setOfferTimes(business.offerTimes)
  setArea(builtInArea)
  setHolidays([])
})

/** A test that has failed before it turned them back would keep those after it waiting for ever. */
afterEach(() => void vi.useRealTimers())
