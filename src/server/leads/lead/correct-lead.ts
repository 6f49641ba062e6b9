import { and, eq, inArray, isNull } from 'drizzle-orm'
import { outsidePlace, type Place, placeOf, unknownPlace } from '#/content/places.ts'
import { defaultAddress } from '#/contracts/leads/lead-fields.ts'
import { visitorChannels } from '#/contracts/notifications/deliveries.ts'
import {
  type CorrectableField,
  type Correction,
  correctableFields,
} from '#/contracts/referrals/office-leads.ts'
import { outsideTowns, type PlaceChoice } from '#/contracts/referrals/place-choices.ts'
import type { Database, Transaction } from '#/server/db/database.ts'
import { recordOnLead } from '#/server/db/lead-history.ts'
import { lockLead } from '#/server/db/lock-lead.ts'
import { deliveries, leads } from '#/server/db/tables/schema.ts'
import { AppError } from '../../http/errors.ts'
import { readPhone } from '../phone.ts'

type LeadRow = typeof leads.$inferSelect

/** What of a correction is not a matter of the lead alone. Absent: it is as it was. */
export type Corrected = {
  place?: Place
  cannotWait?: boolean
  isService: boolean
  /** The name, or how or where to reach the visitor. */
  isContact: boolean
  actor: string
}

/** What other features do when a lead was corrected, in that transaction. */
export type FollowCorrection = (
  tx: Transaction,
  leadId: number,
  corrected: Corrected,
) => Promise<unknown>

/** The place that a user has chosen. */
export function placeChosen(town: PlaceChoice): Place {
  if (town === '') return unknownPlace
  return town === outsideTowns ? outsidePlace : { town, isOutside: false }
}

/** The fields of a lead as its form shows them. */
function shownValues(lead: LeadRow): Correction['was'] {
  return {
    name: lead.name,
    phone: lead.phoneAsTyped,
    email: lead.email,
    address: lead.address === defaultAddress ? '' : (lead.address ?? ''),
    town: lead.isOutside ? outsideTowns : (lead.town ?? ''),
    service: lead.service,
    cannotWait: lead.cannotWait,
  }
}

const asShown = (value: string | boolean | null) => value ?? ''

/** The fields that the user has changed. Throws where another has changed one of them meanwhile. */
function findChanged(lead: LeadRow, { was, ...typed }: Correction): CorrectableField[] {
  const now = shownValues(lead)
  const changed = correctableFields.filter((name) => asShown(typed[name]) !== was[name])
  const taken = changed.filter(
    (name) => now[name] !== was[name] && now[name] !== asShown(typed[name]),
  )
  if (taken.length > 0) {
    const isNow = (name: CorrectableField) => String(now[name]) || 'empty'
    throw new AppError(
      'conflict',
      'Someone else has changed this request in the meantime. What you typed is still here. Save again to replace what they entered.',
      {
        fields: Object.fromEntries(
          taken.map((name) => [name, `Someone else changed this. It is now: ${isNow(name)}`]),
        ),
      },
    )
  }
  return changed.filter((name) => now[name] !== asShown(typed[name]))
}

/** Mails to the visitor that have not left go to the new address, and none leaves without one. */
async function readdress(tx: Transaction, leadId: number, email: string): Promise<void> {
  const isWaiting = and(
    eq(deliveries.leadId, leadId),
    inArray(deliveries.channel, visitorChannels),
    inArray(deliveries.state, ['pending', 'failed']),
    isNull(deliveries.claimToken),
  )
  const problem = 'The email address was taken out of the request before the mail left.'
  const change = email ? { target: email } : { state: 'cancelled' as const, problem }
  await tx.update(deliveries).set(change).where(isWaiting)
}

/**
 * Corrects a lead, with a line in its history for each field. Returns the fields that have changed;
 * undefined if there is no such lead. Throws where another user has changed the same field meanwhile.
 */
export async function correctLead(
  db: Database,
  leadId: number,
  correction: Correction,
  { actor, follow }: { actor: string; follow: FollowCorrection },
): Promise<CorrectableField[] | undefined> {
  return db.transaction(async (tx) => {
    const lead = await lockLead(tx, leadId)
    if (!lead) return undefined
    const changed = findChanged(lead, correction)
    const has = (name: CorrectableField) => changed.includes(name)
    if (has('email') && correction.email === '' && lead.enteredBy === null) {
      const problem = 'Please enter an email address. Only requests by phone can do without one.'
      throw new AppError('invalid_request', problem, { fields: { email: problem } })
    }
    const { name, phone, email, address, town, service, cannotWait } = correction
    const values = {
      ...(has('name') && { name }),
      ...(has('phone') && { phone: readPhone(phone).number, phoneAsTyped: phone }),
      ...(has('email') && { email }),
      ...(has('address') && { address }),
      ...(has('service') && { service }),
    }
    if (Object.keys(values).length > 0) {
      await tx.update(leads).set(values).where(eq(leads.id, leadId))
    }
    if (has('email')) await readdress(tx, leadId, email)
    // The town is what the user has chosen, else what a new address says.
    const said = placeOf([address])
    const isSaid = has('address') && (said.town !== null || said.isOutside)
    const place = has('town') ? placeChosen(town) : isSaid ? said : undefined
    for (const field of changed) {
      // The urgency has a line of its own kind.
      if (field === 'cannotWait') continue
      await recordOnLead(tx, leadId, { kind: 'corrected', detail: field, actor })
    }
    await follow(tx, leadId, {
      ...(place && { place }),
      ...(has('cannotWait') && { cannotWait }),
      isService: has('service'),
      isContact: has('name') || has('phone') || has('email') || has('address'),
      actor,
    })
    return changed
  })
}
