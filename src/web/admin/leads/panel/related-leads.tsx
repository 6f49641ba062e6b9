import { serviceLabel } from '#/content/service-label.ts'
import { api } from '#/contracts/endpoints/api.ts'
import type { LeadPanel } from '#/contracts/referrals/office-leads.ts'
import { Button } from '../../../ui/button.tsx'
import { OfficeRow } from '../../shell/page-parts.tsx'
import { PanelSection, type SectionProps } from '../../shell/panel-frame.tsx'
import { Time } from '../../shell/times.tsx'
import { useChange } from '../../shell/use-api.ts'

type Related = LeadPanel['related'][number]

/** True for what can be joined. */
const isFree = ({ stage }: LeadPanel | Related) =>
  stage === 'new' || stage === 'asked' || stage === 'matched' || stage === 'ours'

/**
 * Other leads of the same person or house; nothing where there are none. Two of one person go to one
 * contractor: the owner joins and parts them here.
 */
export function RelatedLeads({ lead, onOpen }: SectionProps) {
  if (lead.related.length === 0) return null
  return (
    <PanelSection heading="Other requests from the same person or address">
      <ul className="ruled-list">
        {lead.related.map((other) => (
          <RelatedLead key={other.id} lead={lead} other={other} onOpen={onOpen} />
        ))}
      </ul>
    </PanelSection>
  )
}

function RelatedLead({ lead, other, onOpen }: SectionProps & { other: Related }) {
  const failure = 'Failed to join or split the requests'
  const isJoined = other.joinedTo === lead.id || lead.joinedTo === other.id
  const part = useChange(api.leadPart, {
    send: () => ({ params: { leadId: other.joinedTo === lead.id ? other.id : lead.id } }),
    failure,
  })
  const join = useChange(api.leadJoin, {
    send: () => ({ params: { leadId: lead.id }, body: { leadId: other.id } }),
    failure,
  })
  return (
    <OfficeRow
      title={
        <Button look="text" onPress={() => onOpen(other.id)}>
          {other.id} <bdi>{other.name}</bdi>
        </Button>
      }
      about={
        <p className="by">
          {serviceLabel(other.service)}, {other.isContacted ? 'contacted' : 'new'}
          {other.stage === 'held' && ', held as spam'}, same {other.shares.join(', ')},{' '}
          <Time at={other.createdAt} isMuted />
          {isJoined && '. They’re joined: one contractor gets both.'}
        </p>
      }
    >
      {(isJoined || (isFree(lead) && isFree(other))) && (
        // It becomes the other button before all is fetched again: pressed twice, it acts once.
        <Button
          aria-label={`${isJoined ? 'Split from' : 'Join with'} request ${other.id}`}
          isBusy={join.isPending || part.isPending}
          isGoing
          onPress={() => (isJoined ? part : join).mutate()}
        >
          {isJoined ? 'Split' : 'Join'}
        </Button>
      )}
    </OfficeRow>
  )
}
