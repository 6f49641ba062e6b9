import { adminPaths } from '#/contracts/routes.ts'
import type { Database } from '../../db/database.ts'
import type { Found } from '../../health/health.ts'
import { summarizeDeliveries } from './delivery-list.ts'

const link = { text: 'See them in the inbox', path: adminPaths.leads }

/** Which notifications were given up, or have not left in time. */
export async function findInDeliveries(db: Database, overdueAfterMs: number): Promise<Found[]> {
  const { failed, overdue, problem } = await summarizeDeliveries(db, overdueAfterMs)
  const notifications = (count: number) =>
    `${count.toLocaleString('en-US')} notification${count === 1 ? '' : 's'}`
  const more = { detail: problem, links: [link] }
  return [
    ...(failed > 0
      ? [
          {
            key: 'deliveries-failed' as const,
            text: `${notifications(failed)} could not be delivered.`,
            ...more,
          },
        ]
      : []),
    ...(overdue > 0
      ? [
          {
            key: 'deliveries-overdue' as const,
            text: `${notifications(overdue)} ${overdue === 1 ? 'is' : 'are'} late: not sent within five minutes, and still being tried.`,
            ...more,
          },
        ]
      : []),
  ]
}
