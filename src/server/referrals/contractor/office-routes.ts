import { eq, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { api } from '#/contracts/endpoints/api.ts'
import type { TellContractor } from '#/contracts/notifications/mails.ts'
import { links } from '#/server/db/tables/schema.ts'
import type { Database } from '../../db/database.ts'
import { serve } from '../../http/serve.ts'
import { readStatement } from '../../money/ledger.ts'
import { readListed } from '../contractors/contractors.ts'
import { makeLink, revokeLinks } from '../store/links.ts'
import { readRecord } from './contractor-page.ts'

type ContractorOfficeDeps = { db: Database; siteUrl: string; tellContractor: TellContractor }

async function countLinks(db: Database, contractorId: number) {
  const [row] = await db
    .select({
      count: sql`count(*)`.mapWith(Number),
      newestAt: sql<Date | null>`max(${links.createdAt})`.mapWith(links.createdAt),
    })
    .from(links)
    .where(eq(links.contractorId, contractorId))
  return { count: row?.count ?? 0, newestAt: row?.newestAt?.toISOString() ?? null }
}

/** Adds the routes of one contractor, with their figures and offers, and of the links to their page. */
export function addContractorOfficeRoutes(app: FastifyInstance, deps: ContractorOfficeDeps): void {
  const { db, siteUrl, tellContractor } = deps

  serve(app, api.contractorDetail, {}, async ({ params }) => {
    const { contractorId } = params
    const contractor = await readListed(db, contractorId)
    return {
      ...(await readRecord(db, contractor)),
      balanceCents: (await readStatement(db, contractorId)).closingCents,
      links: await countLinks(db, contractorId),
    }
  })

  serve(app, api.sendContractorPage, {}, async (request) => {
    const { id, email, companyName } = await readListed(db, request.params.contractorId)
    request.audit({ subject: companyName })
    const link = await makeLink(db, 'contractorId', id, siteUrl)
    const mail = { kind: 'contractor-page', companyName, link } as const
    const { outcome, problem } = await tellContractor(email, mail)
    return { outcome, problem, link: outcome === 'sent' ? null : link }
  })

  serve(app, api.revokeContractorLinks, {}, async (request) => {
    const { id, companyName } = await readListed(db, request.params.contractorId)
    request.audit({ subject: companyName })
    await db.transaction((tx) => revokeLinks(tx, id))
  })
}
