import { sql } from 'drizzle-orm'
import type { WrittenMail } from '#/contracts/notifications/mails.ts'
import type { Database, Transaction } from '#/server/db/database.ts'
import { leadReference } from '#/server/db/lead-reference.ts'
import { locks } from '#/server/db/locks.ts'
import { notify } from '#/server/db/signals.ts'
import { deliveries, leads } from '#/server/db/tables/schema.ts'
import { createLinkToRequest } from '../lead/links.ts'
import { areVisitorMailsOn } from '../lead/tell-of-lead.ts'
import { type FoundOffer, matchOf } from './read-offers.ts'

/** The most mails that introduce a contractor: to an address in a day, and in all in an hour. */
const introductionLimits = { toAddress: 3, inHour: 60 }

/**
 * Queues the mail that tells the visitor of a lead who takes care of it, in the transaction that
 * accepts the offer: one for each offer, however often it is called. None while the owner wants no
 * mails to visitors, nor beyond the limits, because anybody can type anybody's address into the form.
 */
export async function queueIntroduction(
  tx: Transaction,
  lead: { id: number; isUrgent: boolean },
  offerId: number,
): Promise<void> {
  if (!(await areVisitorMailsOn(tx))) return
  await tx.execute(sql`select pg_advisory_xact_lock(${locks.visitorMails})`)
  const { rowCount } = (await tx.execute(sql`
    with recent as (
      select target, created_at from ${deliveries}
      where channel = 'introduction' and created_at > now() - interval '1 day'
    )
    insert into ${deliveries} (lead_id, offer_id, channel, target, is_urgent)
    select id, ${offerId}, 'introduction', email, ${lead.isUrgent} from ${leads}
    where id = ${lead.id} and email <> '' and not is_quarantined
      and (select count(*) from recent where lower(target) = lower(email)) < ${introductionLimits.toAddress}
      and (select count(*) from recent where created_at > now() - interval '1 hour') < ${introductionLimits.inHour}
    on conflict do nothing`)) as unknown as { rowCount: number }
  if (rowCount > 0) await notify(tx, 'deliveries_due', '')
}

/** Makes the function that writes this mail as things stand when it leaves. */
export function createIntroduction(db: Database, siteUrl: string) {
  const linkToRequest = createLinkToRequest(db, siteUrl)

  return async ({ access, lead }: FoundOffer): Promise<WrittenMail> => {
    const match = matchOf(lead)
    const isTheirs = access === 'accepted' && lead.outcome === 'matched' && !lead.isQuarantined
    if (!match || !isTheirs) {
      return { cancelled: 'The contractor did not have the request any more when the mail left.' }
    }
    if (!(await areVisitorMailsOn(db))) {
      return { cancelled: 'Emails to visitors were turned off before the mail left.' }
    }
    const reference = leadReference(lead.submissionId)
    return {
      wanted: { kind: 'introduction', match, reference, link: await linkToRequest(lead.id) },
    }
  }
}
