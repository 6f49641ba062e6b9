import type { Attribution } from '#/contracts/leads/attribution.ts'
import { sourceLabel } from '../labels.tsx'
import { ExactTime } from '../times.tsx'
import { PanelSection, type SectionProps } from './panel-frame.tsx'

const labels: Record<keyof Attribution, string> = {
  landingPage: 'Landing page',
  referrer: 'Referrer',
  utm_source: 'Campaign source',
  utm_medium: 'Campaign medium',
  utm_campaign: 'Campaign',
  utm_term: 'Campaign term',
  utm_content: 'Campaign content',
  gclid: 'Google click id',
  gbraid: 'Google click id (app)',
  wbraid: 'Google click id (web to app)',
  fbclid: 'Facebook click id',
  msclkid: 'Microsoft click id',
}

/** How the visit came about. A stranger can put any text here, so none of it becomes a link. */
export function LeadAttribution({ lead }: SectionProps) {
  const known = Object.entries(labels).flatMap(([key, label]) => {
    const value = lead.attribution?.[key as keyof Attribution]
    return value ? [{ label, value }] : []
  })
  return (
    <PanelSection heading="Where it came from">
      <dl className="facts">
        <div>
          <dt>Source</dt>
          <dd>{sourceLabel(lead.source)}</dd>
        </div>
        {known.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="raw-text" dir="auto">
              {value}
            </dd>
          </div>
        ))}
      </dl>
    </PanelSection>
  )
}

/** The wording that the visitor agreed to, as it was shown; nothing for a lead without one. */
export function LeadConsent({ lead: { consent } }: SectionProps) {
  if (!consent) return null
  return (
    <PanelSection heading="Consent">
      <blockquote className="whole-text">{consent.text}</blockquote>
      <p className="by">
        Version {consent.version}, shown <ExactTime at={consent.at} isMuted />
        {consent.page && (
          <>
            {' '}
            on <bdi>{consent.page}</bdi>
          </>
        )}
      </p>
    </PanelSection>
  )
}
