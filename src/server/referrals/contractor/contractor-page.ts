import { and, asc, desc, eq, gt, type SQL, sql } from 'drizzle-orm'
import type { FastifyPluginAsync } from 'fastify'
import { contractorPage } from '#/content/contractor-page.ts'
import { dayMs } from '#/contracts/days.ts'
import { readablePhone } from '#/contracts/leads/contact-details.ts'
import { mostListed, recordDays } from '#/contracts/referrals/contractor-limits.ts'
import { outcomeOf } from '#/contracts/referrals/offer-states.ts'
import { tokenPaths } from '#/contracts/token-routes.ts'
import {
  contractors,
  isUrgent,
  leadEvents,
  leads,
  offers,
  referrals,
} from '#/server/db/tables/schema.ts'
import type { Database } from '../../db/database.ts'
import { leadReference } from '../../db/lead-reference.ts'
import { addTokenPage, type TokenPageDeps } from '../../http/token-pages.ts'
import { readStatement } from '../../money/ledger.ts'
import { localDay } from '../../time/local-day.ts'
import { isThere } from '../contractors/contractors.ts'
import { isInHand, readStanding } from '../contractors/read-figures.ts'
import { callOf } from '../offer/find-offer.ts'
import { barOf } from '../standing.ts'
import type { Instant } from '../state.ts'
import { findByLink } from '../store/links.ts'
import { type ContractorRow, readNow } from '../store/read-request.ts'

/** The contractor whose page a link opens; undefined for one who was removed, and without a link. */
async function findContractor(db: Database, tokenHash: string): Promise<ContractorRow | undefined> {
  const id = await findByLink(db, 'contractorId', tokenHash)
  const isIt = and(isThere, eq(contractors.id, id ?? 0))
  const [row] = await db.select().from(contractors).where(isIt)
  return row
}

const isReopened = sql<boolean>`exists (select from ${leadEvents}
  where ${leadEvents.leadId} = ${offers.leadId} and ${leadEvents.offerId} = ${offers.id}
  and ${leadEvents.kind} = 'still-needs-help' and ${leadEvents.at} = ${offers.endedAt})`

/** Offers, each with its lead and what became of it, at most `mostListed`. */
async function listOffers(db: Database, now: Instant, which: SQL | undefined, order: SQL[]) {
  const rows = await db
    .select({
      offer: offers,
      lead: leads,
      isUrgent,
      isReopened,
      stage: referrals.stage,
      end: referrals.end,
    })
    .from(offers)
    .innerJoin(leads, eq(leads.id, offers.leadId))
    .innerJoin(referrals, eq(referrals.leadId, offers.leadId))
    .where(which)
    .orderBy(...order)
    .limit(mostListed)
  return rows.map(({ offer, lead, stage, end, ...row }) => ({
    ...row,
    ...offer,
    leadName: lead.name,
    leadPhone: readablePhone(lead),
    reference: leadReference(lead.submissionId),
    service: lead.service,
    town: lead.town,
    answerBy: offer.state === 'open' && offer.mailedAt !== null ? offer.expiresAt : null,
    ...callOf(offer, now),
    outcome: outcomeOf(stage),
    lostReason: end?.reason ?? null,
  }))
}

/**
 * How a contractor does, with their offers of some days, or all: those that they can still answer, the first
 * to end first; their jobs, the next to be called first; and all others, newest first.
 */
export async function readRecord(db: Database, contractor: ContractorRow, pastDays?: number) {
  const now = await readNow(db)
  const isTheirs = eq(offers.contractorId, contractor.id)
  const isOpen = eq(offers.state, 'open')
  const isPast = sql`not (${isOpen}) and not (${isInHand})`
  const since = pastDays === undefined ? undefined : gt(offers.offeredAt, now - pastDays * dayMs)
  const [standing, open, jobs, past] = await Promise.all([
    readStanding(db, contractor, now),
    listOffers(db, now, and(isTheirs, isOpen), [asc(offers.expiresAt), asc(offers.id)]),
    listOffers(db, now, and(isTheirs, isInHand), [asc(offers.callAt), asc(offers.id)]),
    listOffers(db, now, and(isTheirs, since, isPast), [desc(offers.offeredAt), desc(offers.id)]),
  ])
  return { ...standing, open, jobs, past }
}

/** All that the page of a contractor shows. */
async function readContractorView(db: Database, contractor: ContractorRow) {
  const record = await readRecord(db, contractor, recordDays)
  const statement = await readStatement(db, contractor.id)
  const isEmpty = statement.openingCents === 0 && statement.entries.length === 0
  // Whose papers have lapsed keeps what they have said yes to, and can answer nothing.
  const bar = barOf(contractor, localDay())
  return {
    ...record,
    open: bar ? [] : record.open,
    profile: contractor,
    statement: isEmpty ? null : statement,
  }
}

/** A contractor's own page, which they open by a link. To read it changes nothing. */
export function contractorPageRoutes(deps: TokenPageDeps): FastifyPluginAsync {
  const { db } = deps
  return (scope) =>
    addTokenPage(scope, deps, {
      path: tokenPaths.contractor,
      missing: contractorPage.missing,
      find: (tokenHash) => findContractor(db, tokenHash),
      async show(found, { path }) {
        const contractor = { ...(await readContractorView(db, found)), path }
        return { kind: 'contractor', contractor }
      },
      forms: [],
      take: async () => ({}),
    })
}
