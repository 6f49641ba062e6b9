import { ExactTime } from '../exact-time.tsx'
import { PanelSection } from './panel-section.tsx'
import type { SectionProps } from './section-props.ts'

/** The wording that the visitor agreed to, as it was shown. */
export function LeadConsent({ lead: { consent } }: SectionProps) {
  if (!consent) return null
  return (
    <PanelSection heading="Consent">
      <blockquote className="whole-text">{consent.text}</blockquote>
      <p className="by">
        Version {consent.version}, shown <ExactTime at={consent.at} />
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
