import { contractorPageLink, followUpMail, offerMails } from '#/content/mails.ts'
import { offerPage } from '#/content/offer-page.ts'
import { requestPage } from '#/content/request-page.ts'
import { serviceLabel } from '#/content/service-label.ts'
import { readablePhone, telHref } from '#/contracts/leads/contact-details.ts'
import type { MailToRender } from '#/contracts/notifications/mails.ts'
import type { MatchedLead, OfferedWork } from '#/contracts/referrals/offers.ts'
import { fullTime } from '../dates.ts'
import { leadMailFields, otherFields } from './lead-fields.ts'
import type { Notice } from './notice-mail.tsx'
import { updateNotice } from './update-notice.ts'

const { facts: labels } = offerPage

const { matched } = requestPage

type Facts = NonNullable<Notice['facts']>

const photoFacts = ({ length }: OfferedWork['photos']): Facts =>
  length === 0
    ? []
    : [{ label: labels.photos, value: offerPage.photosOnPage.replace('{count}', String(length)) }]

const workFacts = ({ service, where, preferredTime, photos, others }: OfferedWork): Facts => [
  { label: labels.service, value: serviceLabel(service) },
  { label: labels.where, value: where },
  { label: labels.preferredTime, value: preferredTime ?? labels.anyTime },
  ...photoFacts(photos),
  ...otherFields(others),
]

function leadFacts(lead: MatchedLead, callAt: string | null): Facts {
  return [
    ...(callAt === null ? [] : [{ label: labels.callAt, value: fullTime(Date.parse(callAt)) }]),
    ...leadMailFields(lead).map((field) =>
      field.name === 'phone' ? { ...field, link: telHref(readablePhone(lead)) } : field,
    ),
    { label: labels.preferredTime, value: lead.preferredTime ?? labels.anyTime },
    ...photoFacts(lead.photos),
    ...otherFields(lead.others),
    { label: labels.reference, value: lead.reference },
  ]
}

/** Fills what a lead's visitor may have typed: a function, because `$&` in a text has a meaning. */
const fillWork = (text: string, { service, where }: OfferedWork) =>
  text.replace('{service}', serviceLabel(service)).replace('{where}', () => where)

/** Says above everything else that it is an emergency. */
const titleOf = (title: string, { isUrgent }: OfferedWork) =>
  isUrgent ? `${offerPage.emergency}: ${title}` : title

/** The link to the contractor's own page, where there is one. */
export const furtherOf = ({ pageLink }: { pageLink: string | null }) =>
  pageLink === null ? {} : { further: { text: contractorPageLink, link: pageLink } }

type OfferMail = Extract<
  MailToRender,
  { kind: 'offer' | 'job' | 'job-gone' | 'update' | 'follow-up' }
>

type JobMail = Extract<MailToRender, { kind: 'job' }>

const jobWords = {
  yours: offerMails.yours,
  changed: offerMails.changed,
  'call-late': offerMails.callReminder,
  'how-is-it': offerMails.howIsIt,
}

/** The words of a mail to the contractor who has a request. */
function jobNotice({ says, lead, callAt, changed, link, pageLink }: JobMail): Notice {
  const { button, urgentSubject, withoutTime, ...words } = jobWords[says]
  const time = callAt === null ? '' : fullTime(Date.parse(callAt))
  const changes = changed.map((each) => offerMails.changes[each]).join(', ')
  const fill = (text: string) => text.replace('{time}', time).replace('{changes}', changes)
  // A reminder begins with when they were to call.
  const isReminder = says === 'call-late'
  const untimed = isReminder
    ? [withoutTime, ...words.paragraphs.slice(1)]
    : [...words.paragraphs, withoutTime].filter(Boolean)
  return {
    ...words,
    title: titleOf(words.title, lead),
    subject: fillWork(lead.isUrgent ? urgentSubject : words.subject, lead).replace(
      '{reference}',
      lead.reference,
    ),
    paragraphs: (callAt === null ? untimed : [...words.paragraphs]).map(fill),
    facts: leadFacts(lead, isReminder ? null : callAt),
    action: { button, link },
    ...furtherOf({ pageLink }),
  }
}

/** The words of a mail about an offer. */
export function offerNotice(wanted: OfferMail): Notice {
  switch (wanted.kind) {
    case 'offer': {
      const { button, answerBy, urgentSubject, ...words } = offerMails.offer
      const { work, link } = wanted
      const time = fullTime(Date.parse(wanted.answerBy))
      return {
        ...words,
        title: titleOf(words.title, work),
        subject: fillWork(work.isUrgent ? urgentSubject : words.subject, work).replace(
          '{offer}',
          String(wanted.offerId),
        ),
        preview: words.preview.replace('{time}', time),
        facts: [...workFacts(work), { label: answerBy, value: time }],
        action: { button, link },
        ...furtherOf(wanted),
      }
    }
    case 'job':
      return jobNotice(wanted)
    case 'job-gone': {
      const { reopened, taken, unasked, ...withdrawn } = offerMails.recall
      const { why, work, reference } = wanted
      const reasons = { withdrawn: {}, reopened, taken, unasked }
      const words = { ...withdrawn, ...reasons[why] }
      return {
        ...words,
        subject: fillWork(words.subject, work).replace('{reference}', reference),
        // Nobody calls any more, and their page shows no photographs.
        facts: [
          ...workFacts({ ...work, photos: [] }).filter(
            ({ label }) => label !== labels.preferredTime,
          ),
          { label: labels.reference, value: reference },
        ],
        ...furtherOf(wanted),
      }
    }
    case 'update':
      return updateNotice(wanted)
    case 'follow-up': {
      const { button, ...words } = followUpMail
      const { companyName, reference, link } = wanted
      const company = companyName ? [{ label: matched.company, value: companyName }] : []
      const facts = [...company, { label: requestPage.reference, value: reference }]
      return { ...words, facts, action: { button, link } }
    }
  }
}
