import { updateMail } from '#/content/mails.ts'
import { reportedToVisitor } from '#/content/offer-page.ts'
import { requestPage } from '#/content/request-page.ts'
import { formatPhone, telHref } from '#/contracts/leads/contact-details.ts'
import type { MailToRender, VisitorUpdate } from '#/contracts/notifications/mails.ts'
import { reopenDays } from '#/contracts/referrals/offer-states.ts'
import type { MatchView } from '#/contracts/referrals/requests.ts'
import { fullTime } from '../dates.ts'
import { fillIn } from '../words.ts'
import type { MailFact, Notice } from './notice-mail.tsx'

const { matched } = requestPage

/** True while a call is to come. A mail may leave long after what it is about. */
const isCallAhead = ({ callState, isDone, onTheWayAt }: MatchView) =>
  callState === 'ahead' && !isDone && !onTheWayAt

/** Who takes care of a request, for its visitor, and when they call. */
const matchFacts = (match: MatchView): MailFact[] => [
  { label: matched.company, value: match.companyName },
  ...(match.callAt !== null && isCallAhead(match)
    ? [{ label: updateMail.facts.callAt, value: fullTime(match.callAt) }]
    : []),
  { label: updateMail.facts.phone, value: formatPhone(match.phone), link: telHref(match.phone) },
  {
    label: matched.license,
    value: match.licenseNumber,
    link: matched.register.href,
    linkText: matched.register.label,
  },
]

/** What follows while no contractor has it, and by which clock. */
function whatFollows(update: VisitorUpdate, isUrgent: boolean): string[] {
  if (update.of !== 'looking') return []
  const { asked, unasked } = updateMail.looking
  const words = (update.asked ? asked : unasked)[isUrgent ? 'urgent' : 'usual']
  const { openingHours = 0, emergencyMinutes = 0 } = update.asked ?? {}
  const hours = openingHours === 1 ? '1 hour' : `${openingHours} hours`
  return [fillIn(words, { hours, minutes: emergencyMinutes })]
}

function buttonOf({ of }: VisitorUpdate): string {
  const { how, question, other } = updateMail.button
  if (of === 'how') return how
  return of === 'reported' || of === 'where' ? question : other
}

/** The words for an update: others once the time of the call is over. */
function wordsOf(update: VisitorUpdate): Omit<Notice, 'footer'> {
  const { of } = update
  if (of !== 'call' && of !== 'introduction') return updateMail[of]
  return isCallAhead(update.match) ? updateMail[of] : updateMail[of].late
}

/** The words of the mail that tells a visitor how their request stands. */
export function updateNotice(wanted: MailToRender & { kind: 'update' }): Notice {
  const { update, isUrgent, reference, link } = wanted
  const match = 'match' in update ? update.match : null
  const { subject, preview, title, paragraphs } = wordsOf(update)
  const at = update.of === 'on-the-way' ? match?.onTheWayAt : match?.callAt
  const values = {
    time: at ? fullTime(at) : 'soon',
    reason: update.of === 'reported' ? reportedToVisitor[update.reason] : '',
    days: reopenDays,
    company: update.of === 'reported' ? update.companyName : (match?.companyName ?? ''),
  }
  return {
    subject: fillIn(subject, values),
    title,
    footer: updateMail.footer,
    preview: fillIn(preview, values),
    paragraphs: [
      ...paragraphs.map((text) => fillIn(text, values)),
      ...whatFollows(update, isUrgent),
    ],
    facts: [
      ...(match ? matchFacts(match) : []),
      { label: requestPage.reference, value: reference },
    ],
    action: { button: buttonOf(update), link },
  }
}
