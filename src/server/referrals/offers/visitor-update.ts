import { sql } from 'drizzle-orm'
import type { VisitorUpdate, WrittenMail } from '#/contracts/notifications/mails.ts'
import { stateAt } from '#/contracts/referrals/offer-states.ts'
import { deliveries, deliveryAttempts } from '#/server/db/tables/schema.ts'
import { offerTimes } from '#/server/time/offer-times.ts'
import type { Database } from '../../db/database.ts'
import { leadReference } from '../../db/lead-reference.ts'
import { type ReferredLead, readLead } from '../lead/held-lead.ts'
import { createLinkToRequest } from '../lead/links.ts'
import { areVisitorMailsOn } from '../lead/tell-of-lead.ts'
import { matchOf, wasMatched } from './read-offers.ts'

const cancelled = (why: string): WrittenMail => ({ cancelled: why })

/** What there is to say to the visitor of a lead as it stands; undefined for nothing. */
function updateOf(lead: ReferredLead): VisitorUpdate | undefined {
  const match = matchOf(lead)
  if (match?.claimedReason) return { of: 'claimed', match }
  if (match?.isDone) return { of: 'done', match }
  if (match?.onTheWayAt) return { of: 'on-the-way', match }
  // Who has spoken with their contractor knows more than we do.
  if (match) return match.callState === 'spoken' ? undefined : { of: 'call', match }
  if (lead.outcome !== 'open') return undefined
  if (wasMatched(lead)) {
    const isAsked = lead.offers.some((offer) => stateAt(offer, lead.now) === 'open')
    return { of: 'looking', asked: isAsked ? offerTimes() : null }
  }
  if (lead.isOutside) return { of: 'outside' }
  return lead.placeAskedAt && !lead.town ? { of: 'where' } : undefined
}

/**
 * True where the visitor was told the same already: a mail on how the request stands was written after
 * the last change. Who has it and when they call stands in the introduction too, which may be about to
 * leave.
 */
async function isTold(db: Database, leadId: number, { of }: VisitorUpdate): Promise<boolean> {
  const saysSame = sql`(told.channel = 'update' or (told.channel = 'introduction' and ${of === 'call'}))`
  const { rows } = (await db.execute(sql`
    with own as (
      select id, queued_at from ${deliveries}
      where lead_id = ${leadId} and channel = 'update' and state = 'pending'
      order by id desc limit 1
    )
    select from own join ${deliveries} told on told.lead_id = ${leadId} and told.id <> own.id
    where ${saysSame} and (
      (told.channel = 'introduction' and told.state = 'pending')
      or exists (
        select from ${deliveryAttempts} tried where tried.delivery_id = told.id
          and tried.outcome in ('sent', 'kept') and tried.at >= own.queued_at
      )
    ) limit 1`)) as unknown as { rows: unknown[] }
  return rows.length > 0
}

/** Makes the function that writes the mail on how a request stands, as it does when the mail leaves. */
export function createVisitorUpdate(db: Database, siteUrl: string) {
  const linkToRequest = createLinkToRequest(db, siteUrl)

  return async (leadId: number): Promise<WrittenMail> => {
    const lead = await readLead(db, leadId)
    if (!lead) return cancelled('The request was deleted before the mail left.')
    const update = lead.isQuarantined ? undefined : updateOf(lead)
    if (!update) return cancelled('There was nothing to say any more when the mail left.')
    if (!(await areVisitorMailsOn(db))) {
      return cancelled('Emails to visitors were turned off before the mail left.')
    }
    if (await isTold(db, leadId, update)) {
      return cancelled('The customer had been told the same before the mail left.')
    }
    const reference = leadReference(lead.submissionId)
    const { isUrgent } = lead
    const link = await linkToRequest(leadId)
    return { wanted: { kind: 'update', update, isUrgent, reference, link } }
  }
}
