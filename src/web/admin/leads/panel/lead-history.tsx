import { PanelSection, type SectionProps } from '../../shell/panel-frame.tsx'
import { Time } from '../../shell/times.tsx'

/** What happened to a lead, when and by whom. */
export function LeadHistory({ lead }: SectionProps) {
  return (
    <PanelSection heading="History">
      <ol className="column tight">
        {lead.history.map(({ id, text, detail, by, at }) => (
          <li key={id} className="row ends">
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
            <Time at={at} isMuted />
          </li>
        ))}
      </ol>
    </PanelSection>
  )
}
