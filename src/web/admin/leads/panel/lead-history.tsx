import { PanelSection, type SectionProps } from '../../shell/panel-frame.tsx'
import { ExactTime } from '../../shell/times.tsx'

/** What happened to a lead, when and by whom. */
export function LeadHistory({ lead }: SectionProps) {
  return (
    <PanelSection heading="History">
      <ol className="history">
        {lead.history.map(({ id, text, detail, by, at }) => (
          <li key={id}>
            <span>
              {text}
              {detail && (
                <>
                  {' '}
                  <bdi>{detail}</bdi>
                </>
              )}
              {by && (
                <>
                  {' '}
                  by <bdi>{by}</bdi>
                </>
              )}
            </span>
            <ExactTime at={at} isMuted />
          </li>
        ))}
      </ol>
    </PanelSection>
  )
}
