import { estimateFields } from '#/content/estimate-form.ts'
import { mailHref, readablePhone, telHref } from '#/contracts/leads/contact-details.ts'
import type { LeadDetails } from '#/contracts/leads/inbox.ts'
import {
  defaultAddress,
  type LeadFieldName,
  leadFieldNames,
} from '#/contracts/leads/lead-fields.ts'
import type { LeadEntry } from '#/contracts/leads/leads.ts'
import { durationText } from '../../../dates.ts'
import { Icon } from '../../../ui/icon.tsx'
import { PhoneNumber, PhoneText } from '../../../ui/phone-text.tsx'
import { ServiceName } from '../labels.tsx'
import { ExactTime } from '../times.tsx'

const fieldsShownApart: readonly LeadFieldName[] = ['name', 'phone', 'email', 'service', 'message']

const otherFields = leadFieldNames.filter((name) => !fieldsShownApart.includes(name))

type LeadFactsProps = {
  lead: LeadEntry
  /** Undefined until they are fetched. */
  details: LeadDetails | undefined
}

function FieldValue({ value }: { value: string | null }) {
  const isNone = value === null || value === defaultAddress
  return isNone ? <span className="no-message">None given</span> : value
}

/** Every field of the lead; first the links to call and to write. */
export function LeadFacts({ lead, details }: LeadFactsProps) {
  const phone = readablePhone(lead)
  return (
    <section className="panel-section" aria-label="Request">
      <p className="panel-contact">
        <a className="contact-link" href={telHref(lead.phone)}>
          <Icon name="phone" />
          <PhoneNumber number={phone} />
        </a>
        <a className="contact-link" href={mailHref(lead.email)}>
          <Icon name="mail" />
          {lead.email}
        </a>
      </p>
      <dl className="facts">
        <div>
          <dt>Service</dt>
          <dd>
            <ServiceName service={lead.service} />
          </dd>
        </div>
        <div>
          <dt>Message</dt>
          <dd>
            {lead.message ? (
              <span className="whole-text" dir="auto">
                <PhoneText text={lead.message} />
              </span>
            ) : (
              <span className="no-message">No message</span>
            )}
          </dd>
        </div>
        {otherFields.map((name) => (
          <div key={name}>
            <dt>{estimateFields[name].shortLabel}</dt>
            <dd dir="auto">
              <FieldValue value={lead[name]} />
            </dd>
          </div>
        ))}
        {lead.phoneAsTyped !== phone && (
          <div>
            <dt>Phone as typed</dt>
            <dd>
              <PhoneNumber number={lead.phoneAsTyped} />
            </dd>
          </div>
        )}
        <div>
          <dt>Received</dt>
          <dd>
            <ExactTime at={lead.createdAt} />
          </dd>
        </div>
        {lead.firstContactedAt && (
          <div>
            <dt>{lead.isContacted ? 'Answered' : 'First answered'}</dt>
            <dd>
              <ExactTime at={lead.firstContactedAt} />
              {details?.contactedBy && (
                <>
                  {' '}
                  by <bdi>{details.contactedBy}</bdi>
                </>
              )}
              {typeof details?.answerMinutes === 'number' &&
                `, after ${durationText(details.answerMinutes)} of business hours`}
            </dd>
          </div>
        )}
        <div>
          <dt>Reference</dt>
          <dd>{lead.reference}</dd>
        </div>
        <div>
          <dt>Lead number</dt>
          <dd>{lead.id}</dd>
        </div>
      </dl>
    </section>
  )
}
