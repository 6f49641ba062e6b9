import type { Database } from '#/server/db/database.ts'
import { type ClaimedDelivery, createClaimDue } from '#/server/notifications/deliveries/claims.ts'
import { type AttemptResult, storeOutcome } from '#/server/notifications/deliveries/outcomes.ts'
import { paceAt } from '#/server/notifications/deliveries/pace.ts'
import { advanceLead, findDueLeads, msUntilDue } from '#/server/referrals/offers/next-offer.ts'
import type { Random } from './random.ts'

const pace = paceAt(1)

/** A mailbox that is full for one mail, the first from a time on. */
export type FullMailbox = { mailbox: string; from: Date }

/** What the mail server of this season says of a mail. */
function createMailServer(random: Random, { mailbox, from }: FullMailbox) {
  let hasRefused = false
  return ({ target }: ClaimedDelivery, now: Date): AttemptResult => {
    if (target === mailbox && now >= from && !hasRefused) {
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

/**
 * Makes the function that does what the workers of a server that listens do: it offers due leads, and
 * attempts what is due of the deliveries, but for the mails themselves. Returns the leads that were
 * advanced, the deliveries that were attempted, and when the next offer is over.
 */
export function createWorker(db: Database, random: Random, full: FullMailbox) {
  const mailServer = createMailServer(random, full)
  const claimDue = createClaimDue(db, pace.leaseMs)

  async function advanceDue(): Promise<number[]> {
    const due = await findDueLeads(db, { looksAgain: true })
    for (const leadId of due) await advanceLead(db, leadId)
    return due
  }

  return async (now: Date) => {
    const advanced = await advanceDue()
    const claims = await claimDue(100)
    for (const claim of claims) {
      const durationMs = random.between(90, 900)
      await storeOutcome(db, { ...mailServer(claim, now), claim, at: now, durationMs }, pace)
    }
    // The time to answer starts once the mail has left.
    advanced.push(...(await advanceDue()))
    return { advanced, claims, msUntilExpiry: await msUntilDue(db) }
  }
}
