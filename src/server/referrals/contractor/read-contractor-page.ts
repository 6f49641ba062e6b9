import { and, asc, desc, eq, gt, isNull, type SQL, sql } from 'drizzle-orm'
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
import { contractors, leads, links, offers, referrals } from '#/server/db/tables/schema.ts'
import type { Database } from '../../db/database.ts'
import { leadReference } from '../../db/lead-reference.ts'
import { readStatement } from '../../money/ledger.ts'
import { readStanding } from '../contractors/read-figures.ts'
import { isInHand } from '../contractors/read-work.ts'
import { asIso, callStateOf } from '../offer/find-offer.ts'
import { after, type Instant, isUrgent } from '../state.ts'
import { rulesNow } from '../store/apply.ts'
import { recordDays } from '../store/ranking-rules.ts'
import { readNow } from '../store/read-request.ts'
import { type ContractorRow, toContractor, toLead } from '../store/state-rows.ts'

/** The contractor whose page a link opens; undefined for one who was removed, and without a link. */
export async function findByLink(
  db: Database,
  tokenHash: string,
): Promise<ContractorRow | undefined> {
  const [found] = await db
    .select({ contractor: contractors })
    .from(links)
    .innerJoin(contractors, eq(contractors.id, links.contractorId))
    .where(and(eq(links.tokenHash, tokenHash), isNull(contractors.removedAt)))
  return found?.contractor
}

/** Offers, each with its lead and what became of it, at most `mostListed`. */
async function listOffers(db: Database, which: SQL | undefined, order: SQL[]) {
  return await db
    .select({ offer: offers, lead: leads, referral: referrals })
    .from(offers)
    .innerJoin(leads, eq(leads.id, offers.leadId))
    .innerJoin(referrals, eq(referrals.leadId, offers.leadId))
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
  { now, pastDays }: { now: Instant; pastDays?: number },
) {
  const isTheirs = eq(offers.contractorId, contractorId)
  const isOpen = eq(offers.state, 'open')
  const isPast = sql`not (${isOpen}) and not (${isInHand})`
  const since = pastDays === undefined ? undefined : gt(offers.offeredAt, now - pastDays * dayMs)
  const [open, jobs, past] = await Promise.all([
    listOffers(db, and(isTheirs, isOpen), [asc(offers.expiresAt), asc(offers.id)]),
    listOffers(db, and(isTheirs, isInHand), [asc(offers.callAt), asc(offers.id)]),
    listOffers(db, and(isTheirs, since, isPast), [desc(offers.offeredAt), desc(offers.id)]),
  ])
  return { open, jobs, past }
}

/** What became of the request of an offer, as the office and the contractor read it. */
export function outcomeOf({ referral }: ListedOffer) {
  const { end, stage } = referral
  const open = stage === 'matched' ? ('matched' as const) : ('open' as const)
  const outcome = end ? (end.as === 'done' ? ('done' as const) : ('lost' as const)) : open
  return { outcome, lostReason: end?.reason ?? null }
}

const workOf = ({ offer, lead }: ListedOffer) => ({
  id: offer.id,
  service: lead.service,
  isUrgent: isUrgent({ lead: toLead(lead) }),
  where: lead.town ?? business.region,
})

function toOpenOffer(listed: ListedOffer, now: Instant): OpenOffer {
  const { mailedAt, expiresAt } = listed.offer
  const rules = rulesNow({ offersByItself: false, mailsVisitor: false })
  // The time to answer has not begun while the mail has not left.
  const lead = toLead(listed.lead)
  const until = mailedAt === null ? after(now, rules.answerWithin, { lead }, rules) : expiresAt
  return { ...workOf(listed), answerBy: new Date(until).toISOString() }
}

function toJob(listed: ListedOffer, now: Instant): Job {
  const { offer, lead } = listed
  return {
    ...workOf(listed),
    reference: leadReference(lead.submissionId),
    name: lead.name,
    phone: lead.phone,
    phoneAsTyped: lead.phoneAsTyped,
    callAt: asIso(offer.callAt),
    callState: callStateOf(offer, now),
    onTheWayAt: asIso(offer.onTheWayAt),
  }
}

/** An offer that has ended. Of a lead that never was theirs to its end it names the service alone. */
function toPast(listed: ListedOffer): PastOffer {
  const { offer, lead } = listed
  const { outcome, lostReason } = outcomeOf(listed)
  const { id, state, declineReason, handBackReason } = offer
  const wasTheirs = state === 'accepted' || state === 'ended'
  const isOver = outcome === 'done' || outcome === 'lost'
  const end = wasTheirs &&
    isOver && { reference: leadReference(lead.submissionId), outcome, lostReason }
  return {
    id,
    service: lead.service,
    declineReason,
    handBackReason,
    offeredAt: new Date(offer.offeredAt).toISOString(),
    state: state as PastOffer['state'],
    end: end || null,
  }
}

function profileOf(contractor: ContractorRow): ContractorProfile {
  const { services, towns, answersEmergencies, mostOffersAWeek, mostOpenOffers } = contractor
  const { offerHours, licenseExpiresOn, insuranceExpiresOn, pausedUntil } = contractor
  return {
    services,
    towns,
    answersEmergencies,
    mostOffersAWeek,
    mostOpenOffers,
    offerHours,
    licenseExpiresOn,
    insuranceExpiresOn,
    pausedUntil,
  }
}

/** What they owe, and the entries of this month; nothing of who made them. */
async function readAccount(db: Database, contractorId: number): Promise<Account | null> {
  const { month, openingCents, closingCents, entries } = await readStatement(db, contractorId)
  if (openingCents === 0 && entries.length === 0) return null
  return {
    month,
    openingCents,
    balanceCents: closingCents,
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
  const { bar } = toContractor(contractor, now)
  const found = await listAllOffers(db, contractor.id, { now, pastDays: recordDays })
  // Whose papers have lapsed keeps what they have said yes to, and can answer nothing.
  const open = bar ? [] : found.open
  return {
    companyName: contractor.companyName,
    offers: open.map((each) => toOpenOffer(each, now)),
    jobs: found.jobs.map((each) => toJob(each, now)),
    past: found.past.map(toPast),
    ...(await readStanding(db, contractor, new Date(now))),
    profile: profileOf(contractor),
    account: await readAccount(db, contractor.id),
  }
}
