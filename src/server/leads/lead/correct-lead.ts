import { and, eq, inArray, isNull } from 'drizzle-orm'
import { visitorChannels } from '#/contracts/notifications/deliveries.ts'
import {
  type CorrectableField,
  officeValues,
  outsideTowns,
} from '#/contracts/referrals/office-leads.ts'
import type { Place } from '#/contracts/site/towns.ts'
import type { Database, Transaction } from '#/server/db/database.ts'
import { lockLead } from '#/server/db/lock-lead.ts'
import { deliveries, leads } from '#/server/db/tables/schema.ts'
import type { Command } from '#/server/referrals/commands.ts'
import { applyForUser, noLead } from '#/server/referrals/store/apply.ts'
import { outsidePlace, placeOf, townsServed, unknownPlace } from '#/server/texts/places.ts'
import { AppError } from '../../http/errors.ts'
import { storedPhone } from '../phone.ts'
import type { Correction } from './caller-schemas.ts'

type LeadRow = typeof leads.$inferSelect

/** The place that a user has chosen. Throws for a town that is not served. */
export function placeChosen(town: string): Place {
  if (town === '') return unknownPlace
  if (town === outsideTowns) return outsidePlace
  if (townsServed().includes(town)) return { town, isOutside: false }
  const problem = 'This isn’t one of the towns you serve.'
  throw new AppError('invalid_request', problem, { fields: { town: problem } })
}

const asShown = (value: string | boolean | null) => value ?? ''

/** The fields that the user has changed. Throws where another has changed one of them meanwhile. */
function findChanged(lead: LeadRow, { was, ...typed }: Correction): CorrectableField[] {
  const now = officeValues(lead)
  const names = Object.keys(now) as CorrectableField[]
  const changed = names.filter((name) => asShown(typed[name]) !== was[name])
  const taken = changed.filter(
    (name) => now[name] !== was[name] && now[name] !== asShown(typed[name]),
  )
  if (taken.length > 0) {
    const isNow = (name: CorrectableField) =>
      `Someone else changed this. It’s now: ${String(now[name]) || 'empty'}`
    throw new AppError(
      'conflict',
      'Someone else has changed this request in the meantime. What you typed is still here. Save again to replace what they entered.',
      { fields: Object.fromEntries(taken.map((name) => [name, isNow(name)])) },
    )
  }
  return changed.filter((name) => now[name] !== asShown(typed[name]))
}

/** Mails to the visitor that have not left, or are sent again, go to the new address; none leaves without one. */
async function readdress(tx: Transaction, leadId: number, email: string): Promise<void> {
  const ignored = ['cancelled', 'kept'] as const
  const isWaiting = and(
    eq(deliveries.leadId, leadId),
    inArray(deliveries.channel, visitorChannels),
    inArray(deliveries.state, ['pending', 'failed', ...(email ? ignored : [])]),
    isNull(deliveries.claimToken),
  )
  const problem = 'The email address was taken out of the request before the email went out.'
  const change = email ? { target: email } : { state: 'cancelled' as const, problem }
  await tx.update(deliveries).set(change).where(isWaiting)
}

/** Where the work is by a correction, if that has changed: the town that was chosen, else what a new address says. */
function placeIn(
  lead: LeadRow,
  { address, town }: Correction,
  changed: readonly CorrectableField[],
) {
  if (changed.includes('town')) return placeChosen(town)
  const said = placeOf([address])
  const isKnown = said.town !== null || said.isOutside
  const isAnother = said.town !== lead.town || said.isOutside !== lead.isOutside
  return changed.includes('address') && isKnown && isAnother ? said : undefined
}

/**
 * Corrects a lead, and does what follows: offers that do not fit it any more end, and others are made, as
 * the owner has set it; the contractor who has it is mailed what has changed. Returns the fields that have
 * changed. Throws if there is no such lead, and where another user has changed one meanwhile.
 */
export async function correctLead(
  db: Database,
  leadId: number,
  correction: Correction,
  by: string,
): Promise<CorrectableField[]> {
  return db.transaction(async (tx) => {
    const lead = await lockLead(tx, leadId)
    if (!lead) throw noLead(leadId)
    const changed = findChanged(lead, correction)
    const has = (name: CorrectableField) => changed.includes(name)
    const { name, phone, email, address, service, cannotWait } = correction
    if (has('email') && email === '' && lead.enteredBy === null) {
      const problem = 'Please enter an email address. Only requests by phone can go without one.'
      throw new AppError('invalid_request', problem, { fields: { email: problem } })
    }
    const place = placeIn(lead, correction, changed)
    const command: Command = {
      do: 'correct',
      fields: changed.filter((field) => field !== 'town'),
      by,
      ...(has('service') && { service }),
      ...(place && { place }),
      ...(has('cannotWait') && { cannotWait }),
      ...(has('email') && { hasEmail: email !== '' }),
    }
    await applyForUser(tx, leadId, command, lead)
    // After that, which reads what was so before.
    const values = {
      ...(has('name') && { name }),
      ...(has('phone') && { phone: storedPhone(phone).number, phoneAsTyped: phone }),
      ...(has('email') && { email }),
      ...(has('address') && { address }),
      ...(has('service') && { service }),
    }
    if (Object.keys(values).length > 0) {
      await tx.update(leads).set(values).where(eq(leads.id, leadId))
    }
    if (has('email')) await readdress(tx, leadId, email)
    return changed
  })
}
