import { serviceLabel } from '#/content/service-label.ts'
import { api } from '#/contracts/endpoints/api.ts'
import type { LeadPanel } from '#/contracts/referrals/office-leads.ts'
import { Button, focusHeadingOf } from '../../../ui/button.tsx'
import { PanelSection, type SectionProps } from '../../shell/panel-frame.tsx'
import { Time } from '../../shell/times.tsx'
import { useChange } from '../../shell/use-api.ts'

type Related = LeadPanel['related'][number]

/** Joins two leads of one person, or parts the one that goes with the other. */
type Move = { part: number } | { join: number }

/** What one click does with two leads; undefined where it can do nothing. */
function moveOf(lead: LeadPanel, other: Related): Move | undefined {
  if (other.joinedTo === lead.id) return { part: other.id }
  if (lead.joinedTo === other.id) return { part: lead.id }
  const isFree = ({ stage }: LeadPanel | Related) =>
    stage === 'new' || stage === 'asked' || stage === 'matched' || stage === 'ours'
  return isFree(lead) && isFree(other) ? { join: other.id } : undefined
}

/**
 * Other leads of the same person or house; nothing where there are none. Two of one person go to one
 * contractor: the owner joins and parts them here.
 */
export function RelatedLeads({ lead, onOpen }: SectionProps) {
  const words = {
    failure: 'Failed to join or split the requests',
    refetches: [api.leads.path],
    key: 'related leads',
  }
  const part = useChange(api.leadPart, {
    send: (leadId: number) => ({ params: { leadId } }),
    ...words,
  })
  const join = useChange(api.leadJoin, {
    send: (leadId: number) => ({ params: { leadId: lead.id }, body: { leadId } }),
    ...words,
  })
  if (lead.related.length === 0) return null
  const change = (move: Move, pressed: Element) => {
    const [way, leadId] = 'part' in move ? [part, move.part] : [join, move.join]
    // A double click. The button for the way back is there before all lists are fetched again.
    if (way.isPending && way.variables === leadId) return
    // The button that was pressed becomes another one.
    focusHeadingOf(pressed)
    way.mutate(leadId)
  }
  return (
    <PanelSection heading="Other requests from the same person or address">
      <ul className="column tight">
        {lead.related.map((other) => {
          const move = moveOf(lead, other)
          const isJoined = move !== undefined && 'part' in move
          return (
            <li key={other.id}>
              <Button look="text" onPress={() => onOpen(other.id)}>
                {other.id} <bdi>{other.name}</bdi>
              </Button>
              <p className="by">
                {serviceLabel(other.service)}, {other.isContacted ? 'contacted' : 'new'}
                {other.stage === 'held' && ', held as spam'}, same {other.shares.join(', ')},{' '}
                <Time at={other.createdAt} isMuted />
              </p>
              {move && (
                <p className="by">
                  {isJoined && 'They’re joined: one contractor gets both. '}
                  <Button
                    aria-label={`${isJoined ? 'Split from' : 'Join with'} request ${other.id}`}
                    look="text"
                    onPress={(pressed) => change(move, pressed)}
                  >
                    {isJoined ? 'Split' : 'Join'}
                  </Button>
                </p>
              )}
            </li>
          )
        })}
      </ul>
    </PanelSection>
  )
}
