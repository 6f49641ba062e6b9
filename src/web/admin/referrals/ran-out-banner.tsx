import { useQueryClient } from '@tanstack/react-query'
import { Fragment } from 'react'
import { Link } from 'wouter'
import type { RanOutLeads } from '#/contracts/offers.ts'
import { apiPaths, leadPagePath } from '#/contracts/routes.ts'
import { useLeadEvents } from '../leads/live/use-live.ts'
import { Notice } from '../leads/overview/notices.tsx'
import { useServerData } from '../shell/server-data.ts'

/** Says above the inbox which leads nobody has, and nobody is being asked. */
export function RanOutBanner() {
  const client = useQueryClient()
  const fetchAgain = () => void client.invalidateQueries({ queryKey: [apiPaths.ranOutLeads] })
  useLeadEvents({
    onLead: ({ isNew }) => {
      if (!isNew) fetchAgain()
    },
    onRemoved: fetchAgain,
    onResync: fetchAgain,
  })
  const waiting = useServerData<RanOutLeads>(apiPaths.ranOutLeads).data ?? []
  if (waiting.length === 0) return <Notice />
  return (
    <Notice>
      <p>
        <strong>
          {waiting.length === 1
            ? 'A request has no contractor, and no one is being asked.'
            : `${waiting.length} requests have no contractor, and no one is being asked.`}
        </strong>{' '}
        {waiting.map(({ leadId, name }, place) => (
          <Fragment key={leadId}>
            {place > 0 && ', '}
            <Link className="text-button" href={leadPagePath(leadId)}>
              <bdi>{name}</bdi>
            </Link>
          </Fragment>
        ))}
      </p>
    </Notice>
  )
}
