import { and, desc, eq } from 'drizzle-orm'
import {
  mostRanked,
  type RankedContractor,
  type Ranking,
} from '#/contracts/referrals/contractor-ranking.ts'
import { townIn } from '#/contracts/referrals/towns.ts'
import { leads, requestAdditions } from '#/server/db/tables/schema.ts'
import { localDay } from '#/server/time/local-day.ts'
import type { Database } from '../../db/database.ts'
import { obstaclesTo, reasonsFor } from './ranking-words.ts'
import { type AskedWork, type Candidate, readFitting, readRanking } from './read-ranking.ts'

/**
 * What of a lead decides who fits; undefined if there is no such lead. The visitor may have said later
 * where it is.
 */
async function readWork(db: Database, leadId: number): Promise<AskedWork | undefined> {
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

/** Who fits a lead, with the reasons; undefined if there is no such lead. */
export async function rankForLead(
  db: Database,
  leadId: number,
  now = new Date(),
): Promise<Ranking | undefined> {
  const work = await readWork(db, leadId)
  if (!work) return undefined
  const today = localDay(now.getTime())
  const { fitting, others, counts } = await readRanking(db, leadId, work, { now, most: mostRanked })
  const toRanked = (candidate: Candidate): RankedContractor => {
    const { id, companyName, contactName, email, phone, hasLapsed } = candidate
    return {
      ...{ id, companyName, contactName, email, phone },
      isEligible: !hasLapsed,
      reasons: reasonsFor(candidate, work, today),
      obstacles: obstaclesTo(candidate, today),
    }
  }
  return { town: work.town, fitting: fitting.map(toRanked), others: others.map(toRanked), counts }
}

/** The numbers of those who may be offered a lead now, in the order in which they are to be asked. */
export async function findFitting(db: Database, leadId: number, now: Date): Promise<number[]> {
  const work = await readWork(db, leadId)
  return work ? readFitting(db, leadId, work, now) : []
}
