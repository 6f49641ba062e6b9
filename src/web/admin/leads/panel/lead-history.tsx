import type { HistoryEntry } from '#/contracts/inbox.ts'
import { ExactTime } from '../exact-time.tsx'
import { PanelSection } from './panel-section.tsx'
import type { SectionProps } from './section-props.ts'

const words: Record<HistoryEntry['kind'], string> = {
  received: 'Received',
  quarantined: 'Put into quarantine',
  released: 'Made a lead',
  notified: 'Notified',
  contacted: 'Marked contacted',
  'marked-new': 'Marked new',
  noted: 'Note added',
}

/** What happened to a lead, when and by whom. */
export function LeadHistory({ lead }: SectionProps) {
  return (
    <PanelSection heading="History">
      <ol className="history">
        {lead.history.map(({ id, kind, detail, by, at }) => (
          <li key={id}>
            <span>
              {words[kind]}
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
            <ExactTime at={at} />
          </li>
        ))}
      </ol>
    </PanelSection>
  )
}
