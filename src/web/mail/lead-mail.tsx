import { Button, Heading, Hr, Link, Section, Text } from 'react-email'
import { fillWords } from '#/content/business.ts'
import { leadMail } from '#/content/mails.ts'
import { serviceLabel } from '#/content/service-label.ts'
import { mailHref, readablePhone, telHref } from '#/contracts/contact-details.ts'
import type { Site } from '#/contracts/documents.ts'
import type { LeadFieldName } from '#/contracts/lead-fields.ts'
import type { NotifiedLead } from '#/contracts/mails.ts'
import { leadPagePath } from '#/contracts/routes.ts'
import { urgentServiceId } from '#/contracts/services.ts'
import { withoutDirectionMarks } from '#/contracts/text.ts'
import { fullTime } from '../dates.ts'
import { PhoneNumber, PhoneText } from '../ui/phone-text.tsx'
import { attributionFields, leadMailFields } from './lead-fields.ts'
import { Lines, MailField } from './mail-field.tsx'
import { MailFrame } from './mail-frame.tsx'
import { look } from './mail-look.ts'

/** Fields that are shown at the top of the mail. */
const titleFields: LeadFieldName[] = ['name', 'service']

/** Links to call or write to the lead. */
const linkOf: Partial<Record<LeadFieldName, (lead: NotifiedLead) => string>> = {
  phone: ({ phone }) => telHref(phone),
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
  const phone = withoutDirectionMarks(readablePhone(lead))
  const service = serviceLabel(lead.service)
  const isUrgent = lead.service === urgentServiceId
  const fields = leadMailFields(lead).filter(({ name }) => !titleFields.includes(name))
  const attribution = attributionFields(lead)
  const preview = leadMail.preview.replace('{service}', service).replace('{phone}', () => phone)
  return (
    <MailFrame brand={site.name} preview={preview} footer={fillWords(leadMail.footer, site)}>
      <Text style={isUrgent ? look.urgent : look.eyebrow} className={isUrgent ? '' : 'm-muted'}>
        {isUrgent ? leadMail.emergency : leadMail.title}
      </Text>
      <Heading as="h1" style={look.title} className="m-ink" dir="auto">
        {withoutDirectionMarks(lead.name)}
      </Heading>
      <Text style={look.subtitle} className="m-muted">
        {service}
        <br />
        {fullTime(Date.parse(lead.createdAt))}
      </Text>
      <Button href={telHref(lead.phone)} style={look.button} className="m-button">
        <PhoneText text={leadMail.call.replace('{phone}', () => phone)} />
      </Button>
      <Section style={{ marginTop: '8px' }}>
        {fields.map(({ name, label, value }) => (
          <MailField key={name} label={label}>
            {linkOf[name] ? (
              <Link href={linkOf[name](lead)} style={look.link} className="m-link">
                {name === 'phone' ? <PhoneNumber number={value} /> : value}
              </Link>
            ) : (
              <Lines text={value} />
            )}
          </MailField>
        ))}
      </Section>
      <Hr style={look.rule} className="m-rule" />
      <Text style={look.paragraph} className="m-ink">
        <Link href={site.url + leadPagePath(lead.id)} style={look.link} className="m-link">
          {leadMail.open}
        </Link>
        {' · '}
        {leadMail.reply}
      </Text>
      {attribution.length > 0 && (
        <Section>
          <Heading as="h2" style={look.section} className="m-ink">
            {leadMail.attribution.title}
          </Heading>
          {attribution.map(({ name, label, value }) => (
            <div key={name} style={look.fine} className="m-ink" dir="auto">
              {label}: {value}
            </div>
          ))}
        </Section>
      )}
      {leadSourceMessage && (
        <Section style={{ marginTop: '24px' }}>
          <Heading as="h2" style={look.section} className="m-ink">
            {leadMail.leadSource}
          </Heading>
          <div style={look.fine} className="m-ink" dir="auto">
            <Lines text={leadSourceMessage} />
          </div>
        </Section>
      )}
    </MailFrame>
  )
}
