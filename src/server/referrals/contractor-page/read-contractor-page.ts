import { and, asc, desc, eq, gt, isNull, or, type SQL, sql } from 'drizzle-orm'
import { business } from '#/content/business.ts'
import { entryKindLabels } from '#/content/money.ts'
import { dayMs } from '#/contracts/days.ts'
import { mostListed } from '#/contracts/referrals/contractor-limits.ts'
import type {
  Account,
  ContractorProfile,
  ContractorView,
  Job,
  OpenOffer,
  PastOffer,
} from '#/contracts/referrals/contractor-page.ts'
import { barOf } from '#/contracts/referrals/contractor-standing.ts'
import { accessTo, callStateOf, type OfferState } from '#/contracts/referrals/offer-states.ts'
import { urgentServiceId } from '#/contracts/site/services.ts'
import {
  contractorLinks,
  contractors,
  leads,
  offers,
  referrals,
} from '#/server/db/tables/schema.ts'
import { localDay } from '#/server/time/local-day.ts'
import type { Database } from '../../db/database.ts'
import { leadReference } from '../../db/lead-reference.ts'
import { readStatement } from '../../money/ledger.ts'
import { recordDays } from '../contractors/ranking-rules.ts'
import { readNow, readStanding } from '../contractors/read-figures.ts'
import { isInHand } from '../contractors/read-work.ts'
import type { ContractorRow } from '../lead/held-lead.ts'
import { answerBy } from '../offers/offer-changes.ts'

/** The contractor whose page a link opens; undefined for one who was removed, and without a link. */
export async function findByLink(
  db: Database,
  tokenHash: string,
): Promise<ContractorRow | undefined> {
  const [found] = await db
    .select({ contractor: contractors })
    .from(contractorLinks)
    .innerJoin(contractors, eq(contractors.id, contractorLinks.contractorId))
    .where(and(eq(contractorLinks.tokenHash, tokenHash), isNull(contractors.removedAt)))
  return found?.contractor
}

/** Offers, each with its lead, at most `mostListed`; none of leads that were removed. */
async function listOffers(db: Database, which: SQL | undefined, order: SQL[]) {
  return await db
    .select({ offer: offers, lead: leads, referral: referrals })
    .from(offers)
    .innerJoin(leads, eq(leads.id, offers.leadId))
    .leftJoin(referrals, eq(referrals.leadId, offers.leadId))
    .where(which)
    .orderBy(...order)
    .limit(mostListed)
}

export type ListedOffer = Awaited<ReturnType<typeof listOffers>>[number]

/**
 * The offers of a contractor: those that they can still answer, the first to end first; their jobs, the
 * next to be called first; and all others of some days, or at all, newest first.
 */
export async function listAllOffers(
  db: Database,
  contractorId: number,
  { now, pastDays }: { now: Date; pastDays?: number },
) {
  const isTheirs = eq(offers.contractorId, contractorId)
  const isOpen = and(
    eq(offers.state, 'open'),
    or(isNull(offers.mailedAt), gt(offers.expiresAt, now)),
  )
  const isPast = sql`not (${isOpen}) and not (${isInHand})`
  const since =
    pastDays === undefined
      ? undefined
      : gt(offers.offeredAt, new Date(now.getTime() - pastDays * dayMs))
  const [open, jobs, past] = await Promise.all([
    listOffers(db, and(isTheirs, isOpen), [asc(offers.expiresAt), asc(offers.id)]),
    listOffers(db, and(isTheirs, isInHand), [asc(offers.callAt), asc(offers.id)]),
    listOffers(db, and(isTheirs, since, isPast), [desc(offers.offeredAt), desc(offers.id)]),
  ])
  return { open, jobs, past }
}

export const outcomeOf = ({ referral }: ListedOffer) => ({
  outcome: referral?.outcome ?? ('open' as const),
  lostReason: referral?.lostReason ?? null,
})

const workOf = ({ offer, lead }: ListedOffer) => ({
  id: offer.id,
  service: lead.service,
  isUrgent: lead.cannotWait || lead.service === urgentServiceId,
  where: lead.town ?? business.region,
})

function toOpenOffer(listed: ListedOffer, now: Date): OpenOffer {
  const work = workOf(listed)
  const { mailedAt, expiresAt } = listed.offer
  // The time to answer has not begun while the mail has not left.
  const until = mailedAt ? expiresAt : answerBy(now, work.isUrgent)
  return { ...work, answerBy: until.toISOString() }
}

function toJob(listed: ListedOffer, now: Date): Job {
  const { offer, lead, referral } = listed
  return {
    ...workOf(listed),
    reference: leadReference(lead.submissionId),
    name: lead.name,
    phone: lead.phone,
    phoneAsTyped: lead.phoneAsTyped,
    callAt: offer.callAt?.toISOString() ?? null,
    callState: callStateOf(offer, now),
    onTheWayAt: offer.onTheWayAt?.toISOString() ?? null,
    claimedReason: referral?.claimedReason ?? null,
  }
}

/** An offer that has ended. Of a lead that never was theirs to its end it names the service alone. */
function toPast(listed: ListedOffer, state: Exclude<OfferState, 'open'>): PastOffer {
  const { offer, lead } = listed
  const { outcome, lostReason } = outcomeOf(listed)
  const isTheirs = state === 'accepted' && (outcome === 'done' || outcome === 'lost')
  return {
    id: offer.id,
    offeredAt: offer.offeredAt.toISOString(),
    service: lead.service,
    state,
    declineReason: offer.declineReason,
    handBackReason: offer.handBackReason,
    end: isTheirs ? { reference: leadReference(lead.submissionId), outcome, lostReason } : null,
  }
}

function profileOf(contractor: ContractorRow): ContractorProfile {
  const { services, towns, answersEmergencies, mostOffersAWeek, mostOpenOffers } = contractor
  const { offerHours, licenseExpiresOn, insuranceExpiresOn, pausedUntil } = contractor
  return {
    ...{ services, towns, answersEmergencies, mostOffersAWeek, mostOpenOffers, offerHours },
    ...{ licenseExpiresOn, insuranceExpiresOn, pausedUntil },
  }
}

/** What they owe, and the entries of this month; nothing of who made them. */
async function readAccount(db: Database, contractorId: number): Promise<Account | null> {
  const { month, openingCents, closingCents, entries } = await readStatement(db, contractorId)
  if (openingCents === 0 && entries.length === 0) return null
  return {
    ...{ month, openingCents, balanceCents: closingCents },
    entries: entries.map(({ id, at, kind, amountCents, text, reference }) => {
      return { id, at, what: entryKindLabels[kind], amountCents, text, reference }
    }),
  }
}

/** All that the page of a contractor shows. */
export async function readContractorView(
  db: Database,
  contractor: ContractorRow,
): Promise<Omit<ContractorView, 'path'>> {
  const now = await readNow(db)
  const bar = barOf(contractor, localDay(now.getTime()))
  const { open, jobs, past } = await listAllOffers(db, contractor.id, {
    ...{ now, pastDays: recordDays },
  })
  const accessOf = ({ offer }: ListedOffer) => accessTo({ ...offer, bar }, now)
  return {
    companyName: contractor.companyName,
    offers: open.filter((each) => accessOf(each) === 'open').map((each) => toOpenOffer(each, now)),
    jobs: jobs.filter((each) => accessOf(each) === 'accepted').map((each) => toJob(each, now)),
    past: past.map((listed) => toPast(listed, endOf(listed.offer.state))),
    ...(await readStanding(db, contractor, now)),
    profile: profileOf(contractor),
    account: await readAccount(db, contractor.id),
  }
}

/** An open offer among those that have ended is one whose time is over. */
const endOf = (state: OfferState) => (state === 'open' ? 'expired' : state)
