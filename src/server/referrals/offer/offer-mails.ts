import { and, eq, inArray } from 'drizzle-orm'
import type { ContractorMail, WrittenMail } from '#/contracts/notifications/mails.ts'
import type { ToldContractor } from '#/contracts/referrals/request-facts.ts'
import { contractors, offers, referrals } from '#/server/db/tables/schema.ts'
import { asIso } from '#/server/time/local-day.ts'
import type { Database } from '../../db/database.ts'
import { leadReference } from '../../db/lead-reference.ts'
import { lockLead } from '../../db/lock-lead.ts'
import { readSetting } from '../../db/settings.ts'
import { isInHand } from '../contractors/read-work.ts'
import { notSo, sayJob, sayOffer } from '../say.ts'
import { after } from '../state.ts'
import { linkToPage, makeLink } from '../store/links.ts'
import { readEvents } from '../store/read-additions.ts'
import { leadOfOffer } from '../store/read-request.ts'
import { rulesNow } from '../store/rules-now.ts'
import { type FoundOffer, findOffer } from './find-offer.ts'
import { matchedLead, offeredWork } from './lead-facts.ts'

/** Makes the functions that write mails to the contractor of an offer as things stand when they leave. */
export function createOfferMails(db: Database, siteUrl: string) {
  const pageOf = ({ offer }: FoundOffer) => linkToPage(db, offer.contractor.id, siteUrl)

  /** Asks a contractor. Of a mail that leaves first the time to answer starts now. */
  async function writeOffer(found: FoundOffer): Promise<WrittenMail> {
    const { read, offer } = found
    const said = sayOffer(read.state, offer)
    if (!said) return notSo
    const rules = rulesNow({ offersByItself: false, mailsVisitor: false })
    const isFirst = offer.mailedAt === null
    const until = isFirst ? after(read.now, rules.answerWithin, read.state, rules) : offer.expiresAt
    return {
      said,
      wanted: {
        kind: 'offer',
        offerId: offer.id,
        answerBy: new Date(until).toISOString(),
        work: await offeredWork(db, read),
        link: await makeLink(db, 'offerId', offer.id, siteUrl),
        pageLink: await pageOf(found),
      },
    }
  }

  /** The town that the contractor was asked for: it may be another one now. */
  async function askedWhere({ read, offer }: FoundOffer) {
    const events = await readEvents(db, read.lead.id, ['offered'])
    const [town] = events.flatMap((event) =>
      event.kind === 'offered' && event.offerId === offer.id ? [event.town] : [],
    )
    return town ? { where: town } : {}
  }

  /** Tells the contractor who has it, had it or was asked what has become of it. */
  async function writeJob(found: FoundOffer): Promise<WrittenMail> {
    const { read, offer } = found
    const { lead } = read
    const muted = await readSetting(db, 'mutedMails')
    // Where it is muted that a call is late, what else there is to say is said.
    const asked = muted.includes('call-late') ? { ...offer, remindedAt: null } : offer
    const said = sayJob(read.state, asked)
    if (!said) return notSo
    if (said === 'not-needed' && muted.includes(said)) {
      return { cancelled: 'You have turned these emails to contractors off.' }
    }
    const pageLink = await pageOf(found)
    if (said === 'gone' || said === 'not-needed') {
      const reference = leadReference(lead.submissionId)
      const work = { ...(await offeredWork(db, read)), ...(await askedWhere(found)) }
      const says = sayGone(found, said)
      return { said, wanted: { kind: 'job', says, work, reference, pageLink } }
    }
    // Whatever the words are: no details go to who may not read them.
    if (found.access !== 'accepted') return notSo
    return {
      said,
      wanted: {
        kind: 'job',
        says: said as 'yours',
        pageLink,
        changed: offer.changed.map(({ change }) => change),
        lead: await matchedLead(db, read),
        callAt: asIso(offer.callAt),
        link: await makeLink(db, 'offerId', offer.id, siteUrl),
      },
      ...(lead.email && { replyTo: { name: lead.name, address: lead.email } }),
    }
  }

  const writerOf =
    (write: (found: FoundOffer) => Promise<WrittenMail>) =>
    async (queued: { offerId: number | null }): Promise<WrittenMail> => {
      const offerId = queued.offerId ?? 0
      const found = await db.transaction(async (tx) => {
        // Locked, so that it knows all that happened before its time, and nothing that happens after.
        await lockLead(tx, (await leadOfOffer(tx, offerId)) ?? 0)
        return findOffer(tx, { offerId })
      })
      if (!found) return { cancelled: 'The request was deleted before the mail left.' }
      return { ...(await write(found)), writtenAt: found.read.now }
    }
  return { offer: writerOf(writeOffer), job: writerOf(writeJob) }
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
    const found = await findOffer(db, { offerId })
    if (!found) return []
    const { read, offer } = found
    const mail: ContractorMail = {
      kind: 'job',
      says: 'withdrawn',
      work: await offeredWork(db, read),
      reference: leadReference(read.lead.submissionId),
      pageLink: await linkToPage(db, offer.contractor.id, siteUrl),
    }
    return [{ to, mail }]
  })
  return (await Promise.all(written)).flat()
}

/** How it is said that there is nothing to answer, or that a request is theirs no longer. */
function sayGone({ isReopened, offer }: FoundOffer, said: ToldContractor) {
  if (said === 'not-needed') return offer.state === 'taken' ? 'taken' : 'unasked'
  return isReopened ? 'reopened' : 'withdrawn'
}
