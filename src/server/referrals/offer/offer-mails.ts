import { and, eq, inArray } from 'drizzle-orm'
import type { WrittenMail } from '#/contracts/notifications/mails.ts'
import type { ToldContractor } from '#/contracts/referrals/request-facts.ts'
import { contractors, offers, referrals } from '#/server/db/tables/schema.ts'
import type { Database } from '../../db/database.ts'
import { leadReference } from '../../db/lead-reference.ts'
import { isInHand } from '../contractors/read-figures.ts'
import { notSo, sayJob, sayOffer } from '../say.ts'
import { after } from '../state.ts'
import { linkToPage, makeLink } from '../store/links.ts'
import { rulesNow } from '../store/rules-now.ts'
import { type FoundOffer, findOffer, matchedLead, offeredWork } from './find-offer.ts'

/** What it takes to write a mail with links in it. */
type Links = { db: Database; siteUrl: string }

const pageOf = ({ offer }: FoundOffer, { db, siteUrl }: Links) =>
  linkToPage(db, offer.contractor.id, siteUrl)

/** Asks a contractor. Of a mail that leaves first the time to answer starts now. */
export async function writeOffer(found: FoundOffer, links: Links): Promise<WrittenMail> {
  const { read, offer } = found
  const said = sayOffer(read.state, offer)
  if (!said) return notSo
  const rules = rulesNow({ offersByItself: false, mailsVisitor: false })
  const isFirst = offer.mailedAt === null
  const answerBy = isFirst
    ? after(read.now, rules.answerWithin, read.state, rules)
    : offer.expiresAt
  return {
    said,
    wanted: {
      kind: 'offer',
      offerId: offer.id,
      answerBy,
      work: offeredWork(read),
      link: await makeLink(links.db, 'offerId', offer.id, links.siteUrl),
      pageLink: await pageOf(found, links),
    },
  }
}

/** How it is said that there is nothing to answer, or that a request is theirs no longer. */
function sayGone({ isReopened, offer }: FoundOffer, said: ToldContractor) {
  if (said === 'not-needed') return offer.state === 'taken' ? 'taken' : 'unasked'
  return isReopened ? 'reopened' : 'withdrawn'
}

/** Tells that a request is a contractor's no longer, or never was: where it was when they were asked. */
async function writeGone(found: FoundOffer, says: ReturnType<typeof sayGone>, links: Links) {
  const { read, offer } = found
  const towns = read.events.map((event) =>
    event.kind === 'offered' && event.offerId === offer.id ? event.town : null,
  )
  const where = towns.find((town) => town !== null)
  return {
    kind: 'job',
    says,
    work: { ...offeredWork(read), ...(where && { where }) },
    reference: leadReference(read.lead.submissionId),
    pageLink: await pageOf(found, links),
  } as const
}

/** Tells the contractor who has it, had it or was asked what has become of it. */
export async function writeJob(found: FoundOffer, links: Links): Promise<WrittenMail> {
  const { read, offer } = found
  const { lead } = read
  const said = sayJob(read.state, offer)
  if (!said) return notSo
  if (said === 'gone' || said === 'not-needed') {
    return { said, wanted: await writeGone(found, sayGone(found, said), links) }
  }
  // Whatever the words are: no details go to who may not read them.
  if (found.access !== 'accepted') return notSo
  return {
    said,
    wanted: {
      kind: 'job',
      says: said as 'yours',
      changed: offer.changed.map(({ change }) => change),
      lead: matchedLead(read),
      callAt: offer.callAt,
      link: await makeLink(links.db, 'offerId', offer.id, links.siteUrl),
      pageLink: await pageOf(found, links),
    },
    ...(lead.email && { replyTo: { name: lead.name, address: lead.email } }),
  }
}

/** Writes to the contractors who have leads that are about to be erased: they are to call nobody. */
export async function writeErased(db: Database, siteUrl: string, leadIds: readonly number[]) {
  const theirs = await db
    .select({ offerId: offers.id, to: contractors.email })
    .from(offers)
    .innerJoin(referrals, eq(referrals.leadId, offers.leadId))
    .innerJoin(contractors, eq(contractors.id, offers.contractorId))
    .where(and(inArray(offers.leadId, [...leadIds]), isInHand))
  const written = theirs.map(async ({ offerId, to }) => {
    const found = await findOffer(db, offerId)
    return found ? [{ to, mail: await writeGone(found, 'withdrawn', { db, siteUrl }) }] : []
  })
  return (await Promise.all(written)).flat()
}
