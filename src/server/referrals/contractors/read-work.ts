import { and, desc, eq } from 'drizzle-orm'
import { townIn } from '#/contracts/referrals/towns.ts'
import { leads, requestAdditions } from '#/server/db/tables/schema.ts'
import type { Database } from '../../db/database.ts'
import type { AskedWork } from './read-ranking.ts'

/**
 * What of a lead decides who fits; undefined if there is no such lead. The visitor may have said later
 * where it is.
 */
export async function readWork(db: Database, leadId: number): Promise<AskedWork | undefined> {
  const [lead] = await db
    .select({
      service: leads.service,
      address: leads.address,
      addedTown: requestAdditions.town,
      addedAddress: requestAdditions.address,
    })
    .from(leads)
    .leftJoin(
      requestAdditions,
      and(eq(requestAdditions.leadId, leads.id), eq(requestAdditions.kind, 'place')),
    )
    .where(eq(leads.id, leadId))
    .orderBy(desc(requestAdditions.id))
    .limit(1)
    .prepare('read_work')
    .execute()
  if (!lead) return undefined
  const { service, address, addedTown, addedAddress } = lead
  const town = addedTown ?? townIn(addedAddress ?? '') ?? townIn(address ?? '') ?? null
  return { service, town }
}
