import { estimateFields } from '#/content/estimate-form.ts'
import type { LeadDetails } from '#/contracts/inbox.ts'
import { type LeadFieldName, leadFieldNames } from '#/contracts/lead-fields.ts'
import type { LeadEntry } from '#/contracts/leads.ts'
import { readablePhone, telHref } from '#/contracts/phone.ts'
import { Icon } from '../../../ui/icon.tsx'
import { ExactTime } from '../exact-time.tsx'
import { mailHref } from '../mail-href.ts'
import { ServiceName } from '../service-name.tsx'
import { inMinutes } from '../time-spans.ts'

const fieldsShownApart: readonly LeadFieldName[] = ['name', 'phone', 'email', 'service', 'message']

const otherFields = leadFieldNames.filter((name) => !fieldsShownApart.includes(name))

/** What the visitor sent, whole; the ways to answer first. */
export function LeadFacts({
  lead,
  details,
}: {
  lead: LeadEntry
  details: LeadDetails | undefined
}) {
  const shown = readablePhone(lead)
  return (
    <section className="panel-section" aria-label="Request">
      <p className="panel-contact">
        <a className="contact-link" href={telHref(lead.phone)}>
          <Icon name="phone" />
          {shown}
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
                {lead.message}
              </span>
            ) : (
              <span className="no-message">No message</span>
            )}
          </dd>
        </div>
        {otherFields.map((name) => (
          <div key={name}>
            <dt>{estimateFields[name].shortLabel}</dt>
            <dd dir="auto">{lead[name] ?? <span className="no-message">None given</span>}</dd>
          </div>
        ))}
        {lead.phoneAsTyped !== shown && (
          <div>
            <dt>Phone as typed</dt>
            <dd dir="auto">{lead.phoneAsTyped}</dd>
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
            <dt>Answered</dt>
            <dd>
              <ExactTime at={lead.firstContactedAt} />
              {details?.contactedBy && (
                <>
                  {' '}
                  by <bdi>{details.contactedBy}</bdi>
                </>
              )}
              {typeof details?.answerMinutes === 'number' &&
                `, after ${inMinutes(details.answerMinutes)} of opening hours`}
            </dd>
          </div>
        )}
        <div>
          <dt>Lead number</dt>
          <dd>{lead.id}</dd>
        </div>
      </dl>
    </section>
  )
}
