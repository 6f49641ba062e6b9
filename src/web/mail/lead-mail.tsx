import { fillWords } from '#/content/business.ts'
import { leadMail } from '#/content/mails.ts'
import { serviceLabel } from '#/content/service-label.ts'
import { mailHref, readablePhone, telHref } from '#/contracts/leads/contact-details.ts'
import type { LeadFieldName } from '#/contracts/leads/lead-fields.ts'
import type { NotifiedLead } from '#/contracts/notifications/mails.ts'
import type { Site } from '#/contracts/pages/documents.ts'
import { leadPagePath } from '#/contracts/routes.ts'
import { withoutDirectionMarks } from '#/contracts/text.ts'
import { fullTime } from '../dates.ts'
import { PhoneNumber, PhoneText } from '../ui/phone-text.tsx'
import { attributionFields, leadMailFields } from './lead-fields.ts'
import { Lines, MailButton, MailField, MailFrame, MailLink } from './mail-frame.tsx'
import { look } from './mail-look.ts'

/** Fields that are shown at the top of the mail. */
const titleFields: LeadFieldName[] = ['name', 'service']

/** Links to call or write to the lead. */
const linkOf: Partial<Record<LeadFieldName, (lead: NotifiedLead) => string>> = {
  phone: (lead) => telHref(readablePhone(lead)),
  email: ({ email }) => mailHref(email),
}

/** The mail that notifies a recipient of a lead. */
export function LeadMail({
  lead,
  leadSourceMessage,
  site,
}: {
  lead: NotifiedLead
  leadSourceMessage: string
  site: Site
}) {
  const phone = readablePhone(lead)
  const service = serviceLabel(lead.service)
  const { isUrgent } = lead
  const fields = leadMailFields(lead).filter(({ name }) => !titleFields.includes(name))
  const attribution = attributionFields(lead)
  const preview = leadMail.preview.replace('{service}', service).replace('{phone}', () => phone)
  return (
    <MailFrame brand={site.name} preview={preview} footer={fillWords(leadMail.footer, site)}>
      <p style={isUrgent ? look.urgent : look.eyebrow} className={isUrgent ? '' : 'm-muted'}>
        {isUrgent ? leadMail.emergency : leadMail.title}
      </p>
      <h1 style={look.title} className="m-ink" dir="auto">
        {withoutDirectionMarks(lead.name)}
      </h1>
      <p style={look.subtitle} className="m-muted">
        {service}
        <br />
        {fullTime(Date.parse(lead.createdAt))}
      </p>
      <MailButton href={telHref(readablePhone(lead))}>
        <PhoneText text={leadMail.call.replace('{phone}', () => phone)} />
      </MailButton>
      <div style={{ marginTop: '24px' }}>
        {fields.map(({ name, label, value }) => (
          <MailField key={name} label={label}>
            {linkOf[name] && lead[name] ? (
              <MailLink href={linkOf[name](lead)}>
                {name === 'phone' ? <PhoneNumber number={value} /> : value}
              </MailLink>
            ) : (
              <Lines text={value} />
            )}
          </MailField>
        ))}
      </div>
      <hr style={look.rule} className="m-rule" />
      <p style={look.paragraph} className="m-ink">
        <MailLink href={site.url + leadPagePath(lead.id)}>{leadMail.open}</MailLink>
        {lead.email && ` · ${leadMail.reply}`}
      </p>
      {attribution.length > 0 && (
        <div>
          <h2 style={look.section} className="m-ink">
            {leadMail.attribution.title}
          </h2>
          {attribution.map(({ name, label, value }) => (
            <div key={name} style={look.fine} className="m-ink" dir="auto">
              {label}: {value}
            </div>
          ))}
        </div>
      )}
      {leadSourceMessage && (
        <div style={{ marginTop: '24px' }}>
          <h2 style={look.section} className="m-ink">
            {leadMail.leadSource}
          </h2>
          <div style={look.fine} className="m-ink" dir="auto">
            <Lines text={leadSourceMessage} />
          </div>
        </div>
      )}
    </MailFrame>
  )
}
