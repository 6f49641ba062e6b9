import { business } from '#/content/business.ts'
import type { OfferTimes } from '#/contracts/settings/setting-types.ts'

let times: OfferTimes = business.offerTimes

/** By which this process asks contractors. */
export const offerTimes = (): OfferTimes => times

/** Has this process ask by others from now on. An offer that was made keeps its time. */
export function setOfferTimes(next: OfferTimes): void {
  times = next
}
