import { isDatabaseAway } from '#/server/db/failures.ts'
import { NoAnswer, within } from '#/server/runtime/within.ts'
import type { ReceivedSubmission, SubmitLead, SubmittedLead } from './submit-lead.ts'

/** The database, for submissions. */
export type Store = {
  /** Gives it a submission, without a time limit. */
  submit: (received: ReceivedSubmission) => Promise<SubmittedLead>
  /** Waits this long for that. */
  inTime: (work: Promise<SubmittedLead>, ms: number) => Promise<SubmittedLead>
  /** It was away, or too slow, when it was asked last. */
  isAway: () => boolean
  /** It answers again. */
  isBack: () => void
  /** It may still work on a submission that is in the journal by now. */
  isBusy: () => boolean
}

/** Gives submissions to the database, and remembers whether it answers. */
export function watchStore({
  submitLead,
  onStored,
  replayWithinMs,
}: {
  submitLead: SubmitLead
  onStored: (lead: SubmittedLead) => void
  replayWithinMs: number
}): Store {
  let isAway = false
  let unanswered: Promise<unknown> | undefined
  let unansweredAt = Number.NEGATIVE_INFINITY
  return {
    async submit(received) {
      const lead = await submitLead(received)
      onStored(lead)
      return lead
    },
    async inTime(work, ms) {
      try {
        const lead = await within(ms, work)
        isAway = false
        return lead
      } catch (error) {
        if (error instanceof NoAnswer) {
          const settled = () => {
            if (unanswered === promise) unanswered = undefined
          }
          const promise = work.then(settled, settled)
          unanswered = promise
          unansweredAt = performance.now()
        }
        // Any other error is about this one lead only.
        isAway = error instanceof NoAnswer || isDatabaseAway(error)
        throw error
      }
    },
    isAway: () => isAway,
    isBack: () => {
      isAway = false
    },
    isBusy: () => unanswered !== undefined && performance.now() - unansweredAt < replayWithinMs,
  }
}
