import { estimateFields } from '#/content/estimate-form.ts'
import { visitWords } from '#/content/office/visit-words.ts'
import { api, pathTo } from '#/contracts/endpoints/api.ts'
import { mailHref, readablePhone, telHref } from '#/contracts/leads/contact-details.ts'
import {
  defaultAddress,
  type LeadFieldName,
  leadFieldNames,
} from '#/contracts/leads/lead-fields.ts'
import type { LeadEntry } from '#/contracts/leads/leads.ts'
import type { LeadPanel } from '#/contracts/referrals/office-leads.ts'
import type { Attribution } from '#/contracts/results/visits.ts'
import { durationText } from '../../../dates.ts'
import { apiUrl } from '../../../request.ts'
import { Icon } from '../../../ui/icon.tsx'
import { type Fact, FactList, PhotoList } from '../../../ui/lists.tsx'
import { PhoneNumber, PhoneText } from '../../../ui/phone-text.tsx'
import { sourceLabel } from '../../shell/filters.tsx'
import { PanelSection, Quotes, type SectionProps } from '../../shell/panel-frame.tsx'
import { Time } from '../../shell/times.tsx'
import { ServiceName } from '../lead-marks.tsx'

const fieldsShownApart: readonly LeadFieldName[] = ['name', 'phone', 'email', 'service', 'message']

const otherFields = leadFieldNames.filter((name) => !fieldsShownApart.includes(name))

/** How to reach the person: what the panel begins with. */
export function LeadContact({ lead }: { lead: LeadEntry }) {
  return (
    <p className="column tight panel-contact">
      <a className="tool-button contact-link" href={telHref(readablePhone(lead))}>
        <Icon name="phone" />
        <PhoneNumber number={readablePhone(lead)} />
      </a>
      {lead.email && (
        <a className="tool-button contact-link" href={mailHref(lead.email)}>
          <Icon name="mail" />
          {lead.email}
        </a>
      )}
    </p>
  )
}

/** Every field of the lead. */
export function LeadFacts({ lead }: { lead: LeadPanel }) {
  const phone = readablePhone(lead)
  const { message, phoneAsTyped, isContacted, firstContactedAt } = lead
  const facts: Fact[] = [
    ['Service', <ServiceName key="service" lead={lead} />],
    ['Message', message ? <PhoneText key="message" text={message} /> : 'No message'],
    ...otherFields.map((name): Fact => {
      const value = lead[name]
      return [estimateFields[name].shortLabel, (value !== defaultAddress && value) || 'None given']
    }),
    ['Town', lead.isOutside ? 'Outside our towns' : (lead.town ?? 'Not known')],
    ['Urgent', lead.cannotWait && 'Yes'],
    ['Phone as typed', phoneAsTyped !== phone && <PhoneNumber key="typed" number={phoneAsTyped} />],
    ['Entered by', lead.enteredBy && <bdi key="entered">{lead.enteredBy}</bdi>],
    ['Received', <Time key="received" at={lead.createdAt} />],
    [
      isContacted ? 'Contacted' : 'First contacted',
      firstContactedAt && <FirstAnswer key="answered" at={firstContactedAt} lead={lead} />,
    ],
    ['Reference', lead.reference],
    ['Request number', lead.id],
  ]
  return (
    <section className="panel-section" aria-label="Request">
      <FactList facts={facts} />
    </section>
  )
}

type FirstAnswerProps = { at: string; lead: LeadPanel }

function FirstAnswer({ at, lead: { contactedBy, answerMinutes } }: FirstAnswerProps) {
  return (
    <>
      <Time at={at} />
      {contactedBy && ' by '}
      <bdi>{contactedBy}</bdi>
      {answerMinutes !== null && `, after ${durationText(answerMinutes)} in business hours`}
    </>
  )
}

/** What the visitor has added on the page of the request; nothing where they have not. */
export function VisitorAdditions({ lead }: SectionProps) {
  const { place, callTime, words, photos, withdrawnAt } = lead.additions
  const known: Fact[] = [
    ['Town', place?.isElsewhere ? 'Somewhere else' : place?.town],
    ['ZIP code', place?.zip],
    ['Street', place?.address],
    ['When to call', callTime],
  ]
  const facts = known.filter(([, value]) => value)
  const isEmpty = facts.length + words.length + photos.length === 0 && !withdrawnAt
  if (isEmpty) return null
  return (
    <PanelSection heading="Added by the customer">
      {withdrawnAt && (
        <p>
          <strong>No longer needed</strong>, <Time at={withdrawnAt} isMuted />
        </p>
      )}
      {facts.length > 0 && <FactList facts={facts} />}
      <Quotes items={words} />
      <PhotoList
        photos={photos}
        pathOf={(id) => apiUrl(pathTo(api.leadPhoto, { leadId: lead.id, photoId: id }))}
        altOf={(place) => `Photo ${place} of ${photos.length} from the customer`}
        opensBeside
      />
    </PanelSection>
  )
}

/** How the visit came about. A stranger can put any text here, so none of it becomes a link. */
export function LeadAttribution({ lead }: SectionProps) {
  const known = Object.entries(visitWords).map(
    ([key, label]): Fact => [label, lead.attribution?.[key as keyof Attribution]],
  )
  return (
    <PanelSection heading="Where it came from">
      <FactList facts={[['Source', sourceLabel(lead.source)], ...known]} />
    </PanelSection>
  )
}

/** The wording that the visitor agreed to, as it was shown; nothing for a lead without one. */
export function LeadConsent({ lead: { consent } }: SectionProps) {
  if (!consent) return null
  return (
    <PanelSection heading="Consent">
      <blockquote className="typed">{consent.text}</blockquote>
      <p className="by">
        Version {consent.version}, shown <Time at={consent.at} isMuted />
        {consent.page && ' on '}
        <bdi>{consent.page}</bdi>
      </p>
    </PanelSection>
  )
}

/** What happened to a lead, when and by whom. */
export function LeadHistory({ lead }: SectionProps) {
  return (
    <PanelSection heading="History">
      <ol className="column tight">
        {lead.history.map(({ id, text, detail, by, at }) => (
          <li key={id} className="row ends">
            <span>
              {text}
              {detail && ' '}
              <bdi>{detail}</bdi>
              {by && ' by '}
              <bdi>{by}</bdi>
            </span>
            <Time at={at} isMuted />
          </li>
        ))}
      </ol>
    </PanelSection>
  )
}
