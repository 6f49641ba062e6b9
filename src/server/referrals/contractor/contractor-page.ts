import { and, asc, desc, eq, gt, type SQL, sql } from 'drizzle-orm'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import { contractorPage } from '#/content/contractor-page.ts'
import { dayMs } from '#/contracts/days.ts'
import { api } from '#/contracts/endpoints/api.ts'
import { readablePhone } from '#/contracts/leads/contact-details.ts'
import type { AccountMails } from '#/contracts/notifications/mails.ts'
import { mostListed, recordDays } from '#/contracts/referrals/contractor-limits.ts'
import { outcomeOf } from '#/contracts/referrals/offer-states.ts'
import { tokenPaths } from '#/contracts/token-routes.ts'
import { isUrgent, leadEvents, leads, links, offers, referrals } from '#/server/db/tables/schema.ts'
import type { Database } from '../../db/database.ts'
import { leadReference } from '../../db/lead-reference.ts'
import { serve } from '../../http/serve.ts'
import { addTokenPage, type TokenPageDeps } from '../../http/token-pages.ts'
import { readStatement } from '../../money/ledger.ts'
import { localDay } from '../../time/local-day.ts'
import { findListed, readListed } from '../contractors/contractors.ts'
import { isInHand, readStanding } from '../contractors/read-figures.ts'
import { callOf } from '../offer/find-offer.ts'
import { barOf } from '../standing.ts'
import type { Instant } from '../state.ts'
import { findByLink, makeLink, revokeLinks } from '../store/links.ts'
import { type ContractorRow, readNow } from '../store/read-request.ts'

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

/** A contractor's own page, which they open by a link. To read it changes nothing. */
export function contractorPageRoutes(deps: TokenPageDeps): FastifyPluginAsync {
  const { db } = deps
  return (scope) =>
    addTokenPage(scope, deps, {
      path: tokenPaths.contractor,
      missing: contractorPage.missing,
      async find(tokenHash) {
        const id = await findByLink(db, 'contractorId', tokenHash)
        return id === undefined ? undefined : findListed(db, id)
      },
      async show(profile, { path }) {
        const record = await readRecord(db, profile, recordDays)
        const account = await readStatement(db, profile.id)
        const isEmpty = account.openingCents === 0 && account.entries.length === 0
        const statement = isEmpty ? null : account
        // Whose papers have lapsed keeps what they have said yes to, and can answer nothing.
        const open = barOf(profile, localDay()) ? [] : record.open
        return { kind: 'contractor', contractor: { ...record, open, profile, statement, path } }
      },
      forms: [],
      take: async () => ({}),
    })
}

async function countLinks(db: Database, contractorId: number) {
  const [row] = await db
    .select({
      count: sql`count(*)`.mapWith(Number),
      newestAt: sql<Date | null>`max(${links.createdAt})`.mapWith(links.createdAt),
    })
    .from(links)
    .where(eq(links.contractorId, contractorId))
  return { count: row?.count ?? 0, newestAt: row?.newestAt?.toISOString() ?? null }
}

/** Adds the routes of one contractor, with their figures and offers, and of the links to their page. */
export function addContractorOfficeRoutes(
  app: FastifyInstance,
  deps: { db: Database; siteUrl: string; tellContractor: AccountMails['send'] },
): void {
  const { db, siteUrl, tellContractor } = deps

  serve(app, api.contractorDetail, {}, async ({ params }) => {
    const { contractorId } = params
    const contractor = await readListed(db, contractorId)
    return {
      ...(await readRecord(db, contractor)),
      balanceCents: (await readStatement(db, contractorId)).closingCents,
      links: await countLinks(db, contractorId),
    }
  })

  serve(app, api.sendContractorPage, {}, async (request) => {
    const { id, email, companyName } = await readListed(db, request.params.contractorId)
    request.audit({ subject: companyName })
    const link = await makeLink(db, 'contractorId', id, siteUrl)
    const mail = { kind: 'contractor-page', companyName, link } as const
    const { outcome, problem } = await tellContractor(email, mail)
    return { outcome, problem, link: outcome === 'sent' ? null : link }
  })

  serve(app, api.revokeContractorLinks, {}, async (request) => {
    const { id, companyName } = await readListed(db, request.params.contractorId)
    request.audit({ subject: companyName })
    await db.transaction((tx) => revokeLinks(tx, id))
  })
}
