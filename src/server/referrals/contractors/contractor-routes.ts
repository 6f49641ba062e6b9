import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { api } from '#/contracts/endpoints/api.ts'
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
  rankingSchema,
} from '#/contracts/referrals/contractors.ts'
import { localDay } from '#/server/time/local-day.ts'
import type { Database } from '../../db/database.ts'
import { serve } from '../../http/serve.ts'
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
    serve(app, api.contractors, { answer: z.array(contractorEntrySchema) }, async () => {
      const toEntry = await readEntries(db)
      return (await listContractors(db)).map(toEntry)
    })

    serve(
      app,
      api.addContractor,
      {
        // As JSON a character of the notes may take six bytes.
        bodyLimit: 64 * 1024,
        body: contractorFieldsSchema,
        answer: contractorEntrySchema,
        status: 201,
      },
      async (request) => {
        request.audit({ subject: request.body.companyName })
        const added = await addContractor(db, request.body)
        const toEntry = await readEntries(db, added.id)
        return toEntry(added)
      },
    )

    serve(
      app,
      api.changeContractor,
      { bodyLimit: 64 * 1024, body: contractorChangeSchema, answer: contractorEntrySchema },
      async (request) => {
        request.audit({ subject: request.body.companyName })
        const { contractorId } = request.params
        const changed = await changeContractor(db, contractorId, request.body)
        const toEntry = await readEntries(db, contractorId)
        return toEntry(changed)
      },
    )

    serve(app, api.removeContractor, {}, async (request) => {
      const { contractorId } = request.params
      const companyName = await db.transaction((tx) => takeOut(tx, contractorId))
      request.audit({ subject: companyName })
    })

    serve(app, api.contractorExport, { answer: z.object({ csv: z.string() }) }, async () => ({
      csv: writeContractors(await listContractors(db)),
    }))

    serve(
      app,
      api.contractorImportPreview,
      { bodyLimit: importBodyLimit, body: contractorSheetSchema, answer: importPlanSchema },
      ({ body }) => previewImport(db, body.csv),
    )

    serve(
      app,
      api.contractorImport,
      { bodyLimit: importBodyLimit, body: contractorImportSchema, answer: importUndoSchema },
      async (request) => {
        const { added, changed, refused } = request.body.expected
        const leftOut = refused > 0 ? `, ${refused} left out` : ''
        request.audit({ subject: `${added} added, ${changed} changed${leftOut}` })
        return await importContractors(db, request.body)
      },
    )

    serve(
      app,
      api.contractorImportUndo,
      { bodyLimit: importBodyLimit, body: importUndoSchema, answer: importUndoneSchema },
      async (request) => {
        const data = await undoImport(db, request.body)
        request.audit({ subject: `${data.undone} as before` })
        return data
      },
    )
  }
}

/** Which contractors fit a lead. Admins only. */
export function rankingRoutes({ db }: { db: Database }): FastifyPluginAsyncZod {
  return async (app) => {
    serve(app, api.leadContractors, { answer: rankingSchema }, async ({ params: { leadId } }) => {
      return await rankForLead(db, leadId)
    })
  }
}
