import { afterEach, beforeAll, vi } from 'vitest'
import { business } from '#/content/business.ts'
import { setOpeningWeek } from '#/server/time/business-hours.ts'
import { setOfferTimes } from '#/server/time/offer-times.ts'

/** A site that an earlier file of this process has set up may have had others. */
beforeAll(() => {
  setOpeningWeek(business.hours.week)
  setOfferTimes(business.offerTimes)
})

/** A test that has failed before it turned them back would keep those after it waiting for ever. */
afterEach(() => void vi.useRealTimers())
