import type { Setup } from './setup.ts'

/** A lead as the tables have it, with how often its mail was sent and stands in its history. */
export type LeadRow = {
  id: number
  name: string
  submissionId: string
  isQuarantined: boolean
  deliveries: number
  sent: number
  notified: number
}

/** Reads every lead from the tables. */
export function readLeads(query: Setup['query']): Promise<LeadRow[]> {
  return query<LeadRow>(`
    with told as (
      select lead_id, count(*)::int as deliveries, count(*) filter (where state = 'sent')::int as sent
      from deliveries group by lead_id
    ), happened as (
      select lead_id, count(*)::int as notified from lead_history where kind = 'notified' group by lead_id
    )
    select id::int, name, submission_id as "submissionId", is_quarantined as "isQuarantined",
      coalesce(deliveries, 0) as deliveries, coalesce(sent, 0) as sent, coalesce(notified, 0) as notified
    from leads left join told on told.lead_id = id left join happened on happened.lead_id = id`)
}

/** How many deliveries wait to be sent. */
export async function countPending(query: Setup['query']): Promise<number> {
  const [row] = await query<{ pending: number }>(
    `select count(*)::int as pending from deliveries where state = 'pending'`,
  )
  return row?.pending ?? 0
}
