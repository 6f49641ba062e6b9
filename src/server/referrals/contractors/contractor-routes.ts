import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { api } from '#/contracts/endpoints/api.ts'
import { leadIdParamsSchema } from '#/contracts/leads/leads.ts'
import {
  contractorImportSchema,
  contractorSheetSchema,
  importPlanSchema,
  importUndoneSchema,
  importUndoSchema,
} from '#/contracts/referrals/contractor-import.ts'
import { standingOf } from '#/contracts/referrals/contractor-standing.ts'
import {
  type Contractor,
  type ContractorEntry,
  contractorChangeSchema,
  contractorEntrySchema,
  contractorFieldsSchema,
  contractorParamsSchema,
  rankingSchema,
} from '#/contracts/referrals/contractors.ts'
import { localDay } from '#/server/time/local-day.ts'
import type { Database } from '../../db/database.ts'
import { dataOf, noBody } from '../../http/answer-schemas.ts'
import { writeContractors } from './contractor-csv.ts'
import { addContractor, changeContractor, listContractors, takeOut } from './contractors.ts'
import {
  importBodyLimit,
  importContractors,
  previewImport,
  undoImport,
} from './import-contractors.ts'
import { rankForLead } from './rank-for-lead.ts'
import { readFigures } from './read-figures.ts'
import { readWork } from './read-work.ts'

const entryAnswer = z.object({ data: contractorEntrySchema })

/** Reads what is counted of all contractors, or of one; returns the function that adds it to one. */
async function readEntries(
  db: Database,
  ofOne?: number,
): Promise<(contractor: Contractor) => ContractorEntry> {
  const [figuresOf, workOf] = await Promise.all([readFigures(db, ofOne), readWork(db, ofOne)])
  return (contractor) => {
    const { id } = contractor
    const standing = standingOf(contractor, localDay())
    return { ...contractor, standing, figures: figuresOf(id), work: workOf(id) }
  }
}

/** The list of contractors, its changes, and CSV. Admins only. */
export function contractorRoutes({ db }: { db: Database }): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      api.contractors.path,
      { schema: { response: dataOf(z.array(contractorEntrySchema)) } },
      async () => {
        const toEntry = await readEntries(db)
        return { data: (await listContractors(db)).map(toEntry) }
      },
    )

    app.post(
      api.addContractor.path,
      {
        // As JSON a character of the notes may take six bytes.
        bodyLimit: 64 * 1024,
        schema: { body: contractorFieldsSchema, response: { 201: entryAnswer } },
      },
      async (request, reply) => {
        request.audit({ subject: request.body.companyName })
        const added = await addContractor(db, request.body)
        const toEntry = await readEntries(db, added.id)
        return reply.code(201).send({ data: toEntry(added) })
      },
    )

    app.put(
      api.changeContractor.path,
      {
        bodyLimit: 64 * 1024,
        schema: {
          params: contractorParamsSchema,
          body: contractorChangeSchema,
          response: { 200: entryAnswer },
        },
      },
      async (request) => {
        request.audit({ subject: request.body.companyName })
        const { contractorId } = request.params
        const changed = await changeContractor(db, contractorId, request.body)
        const toEntry = await readEntries(db, contractorId)
        return { data: toEntry(changed) }
      },
    )

    app.delete(
      api.removeContractor.path,
      {
        schema: { params: contractorParamsSchema, response: noBody },
      },
      async (request, reply) => {
        const { contractorId } = request.params
        const companyName = await db.transaction((tx) => takeOut(tx, contractorId))
        request.audit({ subject: companyName })
        return reply.code(204).send(null)
      },
    )

    app.get(
      api.contractorExport.path,
      {
        schema: { response: dataOf(z.object({ csv: z.string() })) },
      },
      async () => ({ data: { csv: writeContractors(await listContractors(db)) } }),
    )

    app.post(
      api.contractorImportPreview.path,
      {
        bodyLimit: importBodyLimit,
        schema: { body: contractorSheetSchema, response: dataOf(importPlanSchema) },
      },
      async ({ body }) => ({ data: await previewImport(db, body.csv) }),
    )

    app.post(
      api.contractorImport.path,
      {
        bodyLimit: importBodyLimit,
        schema: { body: contractorImportSchema, response: dataOf(importUndoSchema) },
      },
      async (request) => {
        const { added, changed, refused } = request.body.expected
        const leftOut = refused > 0 ? `, ${refused} left out` : ''
        request.audit({ subject: `${added} added, ${changed} changed${leftOut}` })
        return { data: await importContractors(db, request.body) }
      },
    )

    app.post(
      api.contractorImportUndo.path,
      {
        bodyLimit: importBodyLimit,
        schema: { body: importUndoSchema, response: dataOf(importUndoneSchema) },
      },
      async (request) => {
        const data = await undoImport(db, request.body)
        request.audit({ subject: `${data.undone} as before` })
        return { data }
      },
    )
  }
}

/** Which contractors fit a lead. Admins only. */
export function rankingRoutes({ db }: { db: Database }): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      api.leadContractors.path,
      { schema: { params: leadIdParamsSchema, response: dataOf(rankingSchema) } },
      async ({ params: { leadId } }) => {
        return { data: await rankForLead(db, leadId) }
      },
    )
  }
}
