import type { ReactNode } from 'react'
import { Button, Heading, Hr, Link, Section, Text } from 'react-email'
import { leadMail } from '#/content/mails.ts'
import { type Attribution, clickIdNames, utmNames } from '#/contracts/attribution.ts'
import type { Site } from '#/contracts/documents.ts'
import type { LeadMail as LeadMailData } from '#/contracts/mails.ts'
import { readablePhone, telHref } from '#/contracts/phone.ts'
import { leadPath } from '#/contracts/routes.ts'
import { fullTime } from '../admin/leads/lead-dates.ts'
import { serviceLabel } from '../admin/leads/service-label.ts'
import { fillWords } from '../words.ts'
import { MailFrame } from './mail-frame.tsx'
import { look } from './mail-look.ts'

const { labels, none, attribution: attributionWords } = leadMail

const attributionNames = ['landingPage', 'referrer', ...utmNames, ...clickIdNames] as const

/** What a visitor typed stands in its own direction and cannot turn the text around it. */
function Field({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <Text style={look.label} className="m-muted">
        {label}
      </Text>
      <div style={look.value} className="m-ink" dir="auto">
        {children}
      </div>
    </>
  )
}

function AttributionFields({ attribution }: { attribution: Attribution }) {
  const known = attributionNames.filter((name) => attribution[name] !== undefined)
  return known.map((name) => (
    <Field key={name} label={attributionWords[name]}>
      {attribution[name]}
    </Field>
  ))
}

/** The mail that tells a recipient of a lead. */
export function LeadMail({
  lead,
  leadSourceMessage,
  site,
}: {
  lead: LeadMailData
  leadSourceMessage: string
  site: Site
}) {
  const phone = readablePhone(lead)
  const service = serviceLabel(lead.service)
  const preview = leadMail.preview.replace('{service}', service).replace('{phone}', phone)
  return (
    <MailFrame brand={site.name} preview={preview} footer={fillWords(leadMail.footer, site)}>
      {lead.service === 'emergency-hvac' && <span style={look.urgent}>{leadMail.emergency}</span>}
      <Heading as="h1" style={look.title} className="m-ink">
        {leadMail.title}
      </Heading>
      <Text style={look.subtitle} className="m-muted">
        {fullTime(Date.parse(lead.createdAt))}
      </Text>
      <Button href={telHref(lead.phone)} style={look.button} className="m-button">
        {leadMail.call.replace('{phone}', phone)}
      </Button>
      <Section style={{ marginTop: '8px' }}>
        <Field label={labels.name}>{lead.name}</Field>
        <Field label={labels.phone}>
          <Link href={telHref(lead.phone)} style={look.link} className="m-link">
            {phone}
          </Link>
        </Field>
        <Field label={labels.email}>
          <Link href={`mailto:${lead.email}`} style={look.link} className="m-link">
            {lead.email}
          </Link>
        </Field>
        <Field label={labels.service}>{service}</Field>
        <Field label={labels.address}>{lead.address ?? none.address}</Field>
        <Field label={labels.message}>
          <span style={look.message}>{lead.message ?? none.message}</span>
        </Field>
      </Section>
      <Hr style={look.rule} className="m-rule" />
      <Text style={look.paragraph} className="m-ink">
        <Link href={site.url + leadPath(lead.id)} style={look.link} className="m-link">
          {leadMail.open}
        </Link>
        {' · '}
        {leadMail.reply}
      </Text>
      {lead.attribution && (
        <Section>
          <Heading as="h2" style={look.section} className="m-ink">
            {attributionWords.title}
          </Heading>
          <AttributionFields attribution={lead.attribution} />
        </Section>
      )}
      {leadSourceMessage && (
        <Section style={{ marginTop: '24px' }}>
          <Heading as="h2" style={look.section} className="m-ink">
            {leadMail.leadSource}
          </Heading>
          <div style={{ ...look.value, ...look.message }} className="m-ink" dir="auto">
            {leadSourceMessage}
          </div>
        </Section>
      )}
    </MailFrame>
  )
}
