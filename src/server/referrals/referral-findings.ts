import { adminPaths, leadPagePath } from '#/contracts/routes.ts'
import type { Database } from '../db/database.ts'
import type { Found } from '../health/health.ts'
import { localDay } from '../time/local-day.ts'
import { listLapsing } from './contractors/contractors.ts'
import { listRanOut } from './offers/read-offers.ts'

/** Whose papers have lapsed or soon will. */
export async function findLapses(db: Database): Promise<Found[]> {
  const lapsing = await listLapsing(db, localDay())
  if (lapsing.length === 0) return []
  const named = lapsing.slice(0, 3)
  const others = lapsing.length - named.length
  return [
    {
      key: 'papers-lapse',
      text:
        lapsing.length === 1
          ? 'A contractor’s papers need attention.'
          : `The papers of ${lapsing.length} contractors need attention.`,
      detail: [
        ...named.map(({ companyName, lapses }) => `${companyName}: ${lapses.join('; ')}.`),
        ...(others > 0 ? [`And ${others} more.`] : []),
      ].join(' '),
      links: [{ text: 'See the contractors', path: adminPaths.contractors }],
    },
  ]
}

/** Which leads no contractor has, and no one is asked to take. */
export async function findRanOut(db: Database): Promise<Found[]> {
  const waiting = await listRanOut(db)
  if (waiting.length === 0) return []
  return [
    {
      key: 'requests-without-contractor',
      text:
        waiting.length === 1
          ? 'A request has no contractor, and no one is being asked.'
          : `${waiting.length} requests have no contractor, and no one is being asked.`,
      since: waiting[0]?.at ?? new Date(),
      links: waiting.map(({ leadId, name }) => ({ text: name, path: leadPagePath(leadId) })),
    },
  ]
}
