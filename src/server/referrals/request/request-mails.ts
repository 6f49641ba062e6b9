import type { VisitorUpdate, WrittenMail } from '#/contracts/notifications/mails.ts'
import { offerTimes } from '#/server/time/business-hours.ts'
import type { Database } from '../../db/database.ts'
import { leadReference } from '../../db/lead-reference.ts'
import { readSetting } from '../../db/settings.ts'
import { notSo, sayFollowUp, sayUpdate, type VisitorWords } from '../say.ts'
import { accepted, isUrgent, openOffers } from '../state.ts'
import { makeLink } from '../store/links.ts'
import type { ReadRequest, WholeRequest } from '../store/read-request.ts'
import { matchOf, promiseTo, reportedOf } from './request-view.ts'

/** True where no mail has named this contractor to the visitor yet. */
function isIntroduced({ state }: ReadRequest): boolean {
  const offer = accepted(state)
  return offer !== undefined && (state.told?.split(' ').includes(String(offer.id)) ?? false)
}

/** What the mail on how a request stands says, in full. */
function updateOf(read: ReadRequest, words: VisitorWords): VisitorUpdate | undefined {
  const match = matchOf(read)
  const reported = reportedOf(read)
  if (words === 'reported') return reported ? { of: words, ...reported } : undefined
  if (words === 'looking' || words === 'waiting') {
    return { of: 'looking', asked: openOffers(read.state).length > 0 ? offerTimes() : null }
  }
  if (words === 'where' || words === 'outside' || words === 'nobody') return { of: words }
  if (!match) return undefined
  return { of: words === 'call' && !isIntroduced(read) ? 'introduction' : words, match }
}

export type VisitorMail = 'confirmation' | 'update' | 'follow-up'

/** What a mail to a visitor says, and how; undefined where there is nothing to say any more. */
function sayMail(read: ReadRequest, mail: VisitorMail) {
  const { state } = read
  if (mail === 'follow-up') {
    const update = { of: 'how', match: matchOf(read) } as const
    return sayFollowUp(state) ? { said: 'how', update } : undefined
  }
  const words = sayUpdate(state)
  const update = words && updateOf(read, words.said)
  return update && { said: words.key, update }
}

export async function writeToVisitor(
  read: WholeRequest,
  mail: VisitorMail,
  { db, siteUrl }: { db: Database; siteUrl: string },
): Promise<WrittenMail> {
  const { lead, state } = read
  if (!(await readSetting(db, 'visitorMails')).sendsMails)
    return { cancelled: 'Emails to customers were turned off before the email went out.' }
  const isOver = state.end !== null || state.isHeld || !state.lead.hasEmail
  if (mail === 'confirmation' && isOver) return notSo
  const frame = async () => ({
    reference: leadReference(lead.submissionId),
    link: await makeLink(db, 'leadId', lead.id, siteUrl),
  })
  // It promises what no contractor may come for: they are told that instead.
  if (mail === 'confirmation' && !lead.isOutside) {
    const asksTown = lead.town === null
    const promise = promiseTo(read)
    const answerBy = promise && !promise.isOver ? promise.answerBy : null
    const wanted = { kind: mail, answerBy, asksTown, ...(await frame()) }
    return asksTown ? { said: 'where', wanted } : { wanted }
  }
  const words = sayMail(read, mail)
  if (!words) return notSo
  const { said, update } = words
  return { said, wanted: { kind: 'update', update, isUrgent: isUrgent(state), ...(await frame()) } }
}
