import { businessMinutesBetween } from './business-hours.ts'

type Lead = { createdAt: Date; firstContactedAt: Date | null }

/**
 * The columns of a lead that is contacted at a time. The first time stays with it, with who it was: the
 * email of a user, or the contractor who accepted it.
 */
export function contactedAt({ createdAt, firstContactedAt }: Lead, at: Date, by: string) {
  if (firstContactedAt) return { isContacted: true }
  return {
    isContacted: true,
    firstContactedAt: at,
    contactedBy: by,
    answerMinutes: businessMinutesBetween(createdAt, at),
  }
}
