import { and, desc, eq, not, type SQL } from 'drizzle-orm'
import { api } from '#/contracts/endpoints/api.ts'
import { leadPagePath } from '#/contracts/routes.ts'
import { deliveries, leads } from '#/server/db/tables/schema.ts'
import type { Database } from '../../db/database.ts'
import { type Found, present } from '../../health/health.ts'
import { buttonFor } from '../../health/needs.ts'
import { isTroubled } from './delivery-list.ts'

/** The most requests that a finding names. */
const mostNamed = 10

const notifications = (count: number) =>
  `${count.toLocaleString('en-US')} notification${count === 1 ? '' : 's'}`

/** The deliveries of a kind: how many there are, the latest problem among them, and whose requests they are of. */
async function readSome(db: Database, which: SQL | undefined) {
  const latest = await db
    .select({ leadId: leads.id, name: leads.name, problem: deliveries.problem })
    .from(deliveries)
    .innerJoin(leads, eq(leads.id, deliveries.leadId))
    .where(which)
    .orderBy(desc(deliveries.queuedAt), desc(deliveries.id))
    .limit(mostNamed)
  const names = new Map(latest.map(({ leadId, name }) => [leadId, name]))
  return {
    count: latest.length < mostNamed ? latest.length : await db.$count(deliveries, which),
    detail: latest.find(({ problem }) => problem !== null)?.problem ?? null,
    links: [...names].map(([leadId, name]) => ({ text: name, path: leadPagePath(leadId) })),
  }
}

/** Finds which notifications were given up, or have not left in time. */
export async function findInDeliveries(db: Database, overdueAfterMs: number): Promise<Found[]> {
  const isFailed = eq(deliveries.state, 'failed')
  const troubled = isTroubled(overdueAfterMs)
  const { count: failed, ...ofFailed } = await readSome(db, and(troubled, isFailed))
  const { count: late, ...ofLate } = await readSome(db, and(troubled, not(isFailed)))
  return present<Found>(
    failed > 0 && {
      key: 'deliveries-failed',
      text: `${notifications(failed)} couldn’t be delivered.`,
      ...ofFailed,
      buttons: [buttonFor(api.deliveriesResendFailed, failed === 1 ? 'Resend' : 'Resend all')],
    },
    late > 0 && {
      key: 'deliveries-overdue',
      text: `${notifications(late)} ${late === 1 ? 'is' : 'are'} late: not sent within five minutes. We’re still trying.`,
      ...ofLate,
      buttons: [buttonFor(api.deliveriesResendFailed, 'Try now')],
    },
  )
}
