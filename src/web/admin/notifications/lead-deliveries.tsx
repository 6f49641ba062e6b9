import { useRef } from 'react'
import { api } from '#/contracts/endpoints/api.ts'
import type { LeadEntry } from '#/contracts/leads/leads.ts'
import { counted } from '../shell/counts.ts'
import { PanelSection, type SectionProps } from '../shell/panel-frame.tsx'
import { Fetched } from '../shell/query-states.tsx'
import { useChange, useData } from '../shell/use-api.ts'
import { DeliveryItem } from './delivery-item.tsx'
import { deliveryPaths, useLeadDeliveries } from './use-deliveries.ts'

/** The notifications of one lead, with a button that tries again. */
export function LeadDeliveries({ lead }: SectionProps) {
  const query = useLeadDeliveries(lead.id)
  const { data: mailServer } = useData(api.mailSetup.read)
  const heading = useRef<HTMLHeadingElement>(null)
  // A button that was pressed may disappear, and the focus would with it.
  const focusHeading = () => heading.current?.focus()
  return (
    <PanelSection heading="Notifications" headingRef={heading}>
      <Fetched query={query} failure="Failed to fetch the notifications of this lead">
        {(deliveries) => (
          <>
            {deliveries.every(({ channel }) => channel !== 'mail' && channel !== 'webhook') && (
              <NobodyToldOf lead={lead} beforeTelling={focusHeading} />
            )}
            <ul className="ruled-list">
              {deliveries.map((delivery) => (
                <DeliveryItem
                  key={delivery.id}
                  delivery={delivery}
                  hasMailServer={mailServer !== undefined && mailServer.setBy !== 'nobody'}
                  beforeResend={focusHeading}
                />
              ))}
            </ul>
          </>
        )}
      </Fetched>
    </PanelSection>
  )
}

type NobodyToldOfProps = {
  lead: LeadEntry
  /** Moves the focus: the button disappears once they are told. */
  beforeTelling: () => void
}

function NobodyToldOf({ lead, beforeTelling }: NobodyToldOfProps) {
  const tell = useChange(api.tellOfLead, {
    send: () => ({ params: { leadId: lead.id } }),
    success: ({ queued }) =>
      `${counted(queued, 'notification')} ${queued === 1 ? 'is' : 'are'} on the way`,
    failure: 'Failed to tell of this lead',
    refetches: deliveryPaths,
  })
  return (
    <>
      <p>No one was notified of this lead.</p>
      {!lead.isQuarantined && (
        <button
          className="tool-button"
          type="button"
          onClick={() => {
            if (tell.isPending) return
            beforeTelling()
            tell.mutate()
          }}
        >
          Notify them now
        </button>
      )}
    </>
  )
}
