import { apiPaths } from '../../src/contracts/routes.ts'
import { testPassword } from '../app-builder.ts'
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

/** What the inbox says of the leads. */
export type InboxCounts = { total: number; matching: number; bySource: number; thisWeek: number }

const email = 'owner@example.com'

/** Settings that make the owner. */
export const ownerEnv = { ADMIN_EMAIL: email, ADMIN_PASSWORD: testPassword }

/** What the owner does over the API. */
export async function signInOwner(url: string) {
  const headers = { 'content-type': 'application/json' }
  async function call(path: string, body?: object, cookie = '') {
    const response = await fetch(url + path, {
      method: body ? 'POST' : 'GET',
      headers: { ...(body && headers), cookie },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${path} answered ${response.status}`)
    return response
  }
  const signedIn = await call(apiPaths.signIn, { email, password: testPassword })
  const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const read = async <Data>(path: string) =>
    ((await (await call(path, undefined, cookie)).json()) as { data: Data }).data
  return {
    addRecipient: (address: string) => call(apiPaths.recipients, { email: address }, cookie),
    async readCounts(): Promise<InboxCounts> {
      const [stats, count, sources] = await Promise.all([
        read<{ total: number; thisWeek: number }>(apiPaths.leadStats),
        read<{ matching: number }>(apiPaths.leadCount),
        read<{ count: number }[]>(apiPaths.leadSources),
      ])
      return {
        total: stats.total,
        matching: count.matching,
        bySource: sources.reduce((sum, each) => sum + each.count, 0),
        thisWeek: stats.thisWeek,
      }
    },
  }
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
