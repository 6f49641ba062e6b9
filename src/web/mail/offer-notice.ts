import {
  changesInWords,
  contractorPageLink,
  jobMails,
  offerMail,
  openJob,
} from '#/content/mails.ts'
import { offerPage } from '#/content/offer-page.ts'
import { serviceLabel } from '#/content/service-label.ts'
import type { MailToRender } from '#/contracts/notifications/mails.ts'
import type { OfferedWork } from '#/contracts/referrals/offers.ts'
import { fullTime } from '../dates.ts'
import { fillIn } from '../words.ts'
import { leadMailFields, otherFields } from './lead-fields.ts'
import type { MailFact, Notice } from './notice-mail.tsx'

const { facts: labels } = offerPage

const photoFacts = ({ length }: OfferedWork['photos']): MailFact[] =>
  length === 0
    ? []
    : [{ label: labels.photos, value: fillIn(offerPage.photosOnPage, { count: length }) }]

const workFacts = ({ service, where }: OfferedWork): MailFact[] => [
  { label: labels.service, value: serviceLabel(service) },
  { label: labels.where, value: where },
]

/** When to call, what can be seen, and what else the same person asks for. */
const wishFacts = ({ preferredTime, photos, others }: OfferedWork): MailFact[] => [
  { label: labels.preferredTime, value: preferredTime ?? labels.anyTime },
  ...photoFacts(photos),
  ...otherFields(others),
]

/** Says before everything else that it is an emergency. */
const beginsUrgent = (text: string, { isUrgent }: OfferedWork) =>
  isUrgent ? `${offerPage.emergency}: ${text}` : text

/** The link to the contractor's own page, where there is one. */
export const furtherOf = ({ pageLink }: { pageLink: string | null }) =>
  pageLink === null ? {} : { further: { text: contractorPageLink, link: pageLink } }

/** The words of the mail that asks a contractor. */
export function offerNotice(wanted: MailToRender & { kind: 'offer' }): Notice {
  const { button, answerBy, ...words } = offerMail
  const { work, link } = wanted
  const time = fullTime(wanted.answerBy)
  const { service, where } = work
  const inSubject = { service: serviceLabel(service), where, offer: wanted.offerId }
  const subject = fillIn(words.subject, inSubject)
  return {
    ...words,
    title: beginsUrgent(words.title, work),
    subject: beginsUrgent(subject, work),
    preview: fillIn(words.preview, { time }),
    facts: [...workFacts(work), ...wishFacts(work), { label: answerBy, value: time }],
    action: { button, link },
    ...furtherOf(wanted),
  }
}

/** The words of a mail to a contractor of what has become of a job. */
export function jobNotice(wanted: MailToRender & { kind: 'job' }): Notice {
  const work = 'lead' in wanted ? wanted.lead : wanted.work
  const reference = 'lead' in wanted ? wanted.lead.reference : wanted.reference
  const { service, where } = work
  const inSubject = { service: serviceLabel(service), where, reference }
  const ofReference = { label: labels.reference, value: reference }
  if (!('lead' in wanted)) {
    const words = jobMails[wanted.says]
    const facts = [...workFacts(work), ...otherFields(work.others), ofReference]
    return { ...words, subject: fillIn(words.subject, inSubject), facts, ...furtherOf(wanted) }
  }
  const { callAt, changed, lead, link } = wanted
  const { withTime, withoutTime, ...words } = jobMails[wanted.says]
  const time = callAt === null ? '' : fullTime(callAt)
  const changes = changed.map((each) => changesInWords[each]).join(', ')
  const subject = fillIn(words.subject, inSubject)
  const isTimed = callAt !== null && withTime === ''
  return {
    ...words,
    title: beginsUrgent(words.title, lead),
    subject: wanted.says === 'how-is-it' ? subject : beginsUrgent(subject, lead),
    paragraphs: [callAt === null ? withoutTime : withTime, ...words.paragraphs]
      .filter(Boolean)
      .map((text) => fillIn(text, { time, changes })),
    facts: [
      ...(isTimed ? [{ label: labels.callAt, value: time }] : []),
      ...leadMailFields(lead),
      ...wishFacts(lead),
      ofReference,
    ],
    action: { button: openJob, link },
    ...furtherOf(wanted),
  }
}
