import { deliveryChannels } from '#/contracts/notifications/deliveries.ts'
import type { Database } from '#/server/db/database.ts'
import { recordNotified } from '#/server/leads/lead-changes.ts'
import { type ClaimedDelivery, createClaimDue } from '#/server/notifications/deliveries/claims.ts'
import { type AttemptResult, storeOutcomes } from '#/server/notifications/deliveries/outcomes.ts'
import { paceAt } from '#/server/notifications/deliveries/pace.ts'
import type { Random } from './random.ts'

const pace = paceAt(1)

/** What the mail server that this season had says of a mail. */
export type MailServer = (claim: ClaimedDelivery, now: Date) => AttemptResult

/** A mail server that took every mail, but for an hour in which it was away, and one for a mailbox that was full. */
export function createMailServer(
  random: Random,
  trouble: { away: { from: Date; to: Date }; full: { mailbox: string; from: Date } },
): MailServer {
  const { away, full } = trouble
  let hasRefused = false
  return ({ target }, now) => {
    if (now >= away.from && now < away.to) {
      return {
        outcome: 'retry',
        answer: 'connect ECONNREFUSED 203.0.113.25:587',
        problem: 'The mail server cannot be reached.',
      }
    }
    if (target === full.mailbox && now >= full.from && !hasRefused) {
      hasRefused = true
      return {
        outcome: 'refused',
        answer: '552 5.2.2 Mailbox full',
        problem: 'The mail server did not accept the mail (552).',
      }
    }
    const queuedAs = random.uuid().slice(0, 8).toUpperCase()
    return { outcome: 'sent', answer: `250 2.0.0 Ok: queued as ${queuedAs}`, problem: null }
  }
}

/** Makes the function that does what is due of the deliveries, and answers which were attempted. */
export function createDeliver(db: Database, mailServer: MailServer, random: Random) {
  const claimDue = createClaimDue(db, [...deliveryChannels], pace.leaseMs)
  const notified = recordNotified(() => {})

  return async (now: Date): Promise<ClaimedDelivery[]> => {
    const claims = await claimDue(100)
    const attempts = claims.map((claim) => ({
      ...mailServer(claim, now),
      ...{ claim, at: now, durationMs: random.between(90, 900) },
    }))
    if (attempts.length > 0) await storeOutcomes(db, attempts, { pace, recordNotified: notified })
    return claims
  }
}
