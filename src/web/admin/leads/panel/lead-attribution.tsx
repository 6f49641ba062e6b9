import type { Attribution } from '#/contracts/attribution.ts'
import { sourceLabel } from '../source-label.ts'
import { PanelSection } from './panel-section.tsx'
import type { SectionProps } from './section-props.ts'

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

/** Where the visit came from. Texts from outside, so none of them is made a link. */
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
