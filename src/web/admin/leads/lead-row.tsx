import { memo } from 'react'
import { defaultAddress } from '#/contracts/lead-limits.ts'
import type { Lead } from '#/contracts/leads.ts'
import { readablePhone, telHref } from '#/contracts/phone.ts'
import { Icon } from '../../ui/icon.tsx'
import { LeadMessage } from './lead-message.tsx'
import { LeadTime } from './lead-time.tsx'
import { serviceLabel } from './service-label.ts'
import type { StatusChange } from './use-lead-status.ts'

/** An address may hold signs that mean something in a link. */
const mailHref = (email: string) => `mailto:${encodeURIComponent(email).replace('%40', '@')}`

type LeadRowProps = {
  lead: Lead
  isSelected: boolean
  onSelect: (leadId: number) => void
  onSetStatus: (change: StatusChange) => void
}

/** One lead. Drawn anew only when it changes: a list may have thousands. */
export const LeadRow = memo(function LeadRow({
  lead,
  isSelected,
  onSelect,
  onSetStatus,
}: LeadRowProps) {
  const { id, name, address, isContacted } = lead
  return (
    <tr
      className={isContacted ? 'lead' : 'lead lead-new'}
      data-lead={id}
      data-selected={isSelected || undefined}
      tabIndex={-1}
      onFocus={() => onSelect(id)}
    >
      <td className="lead-id">{id}</td>
      <th className="lead-name" scope="row">
        <bdi>{name}</bdi>
        {address && address !== defaultAddress && (
          <span className="lead-address" dir="auto">
            {address}
          </span>
        )}
      </th>
      <td className="lead-contact">
        <a href={telHref(lead.phone)}>{readablePhone(lead)}</a>
        <a href={mailHref(lead.email)}>{lead.email}</a>
      </td>
      <td className="lead-service">
        <Service service={lead.service} />
      </td>
      <td className="lead-message">
        <LeadMessage text={lead.message} />
      </td>
      <td className="lead-date">
        <LeadTime createdAt={lead.createdAt} />
      </td>
      <td className="lead-status">
        <div className="status-line">
          <span className={isContacted ? 'badge' : 'badge badge-new'}>
            {isContacted ? 'Contacted' : 'New'}
          </span>
          <button
            className="status-toggle"
            type="button"
            onClick={() => onSetStatus({ leadId: id, isContacted: !isContacted })}
          >
            {isContacted ? 'Mark New' : 'Mark Contacted'}
            <span className="hidden-text">: {name}</span>
          </button>
        </div>
      </td>
    </tr>
  )
})

/** An emergency is the one thing that must be seen at a glance. */
function Service({ service }: { service: string }) {
  if (service !== 'emergency-hvac') return serviceLabel(service)
  return (
    <span className="emergency">
      <Icon name="siren" />
      {serviceLabel(service)}
    </span>
  )
}
