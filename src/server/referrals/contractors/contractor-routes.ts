import type { FastifyInstance } from 'fastify'
import { api } from '#/contracts/endpoints/api.ts'
import type { Contractor, ContractorEntry } from '#/contracts/referrals/contractors.ts'
import { standingOf } from '#/server/referrals/standing.ts'
import { localDay } from '#/server/time/local-day.ts'
import type { Database } from '../../db/database.ts'
import { serve } from '../../http/serve.ts'
import { writeContractors } from './contractor-csv.ts'
import {
  contractorChangeSchema,
  contractorFieldsSchema,
  contractorImportSchema,
  contractorSheetSchema,
  importUndoSchema,
} from './contractor-schemas.ts'
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

/** As JSON a character of the notes may take six bytes. */
const bodyLimit = 64 * 1024

/** Adds the routes of the list of contractors, its changes, CSV, and who of them fits a lead. */
export function addContractorRoutes(app: FastifyInstance, { db }: { db: Database }): void {
  serve(app, api.contractors, {}, async () => {
    const toEntry = await readEntries(db)
    return (await listContractors(db)).map(toEntry)
  })

  serve(
    app,
    api.addContractor,
    { body: contractorFieldsSchema, status: 201, bodyLimit },
    async (request) => {
      request.audit({ subject: request.body.companyName })
      const added = await addContractor(db, request.body)
      const toEntry = await readEntries(db, added.id)
      return toEntry(added)
    },
  )

  serve(app, api.changeContractor, { body: contractorChangeSchema, bodyLimit }, async (request) => {
    request.audit({ subject: request.body.companyName })
    const { contractorId } = request.params
    const changed = await changeContractor(db, contractorId, request.body)
    const toEntry = await readEntries(db, contractorId)
    return toEntry(changed)
  })

  serve(app, api.removeContractor, {}, async (request) => {
    const { contractorId } = request.params
    const companyName = await db.transaction((tx) => takeOut(tx, contractorId))
    request.audit({ subject: companyName })
  })

  serve(app, api.contractorExport, {}, async () => ({
    csv: writeContractors(await listContractors(db)),
  }))

  serve(
    app,
    api.contractorImportPreview,
    { body: contractorSheetSchema, bodyLimit: importBodyLimit },
    ({ body }) => previewImport(db, body.csv),
  )

  serve(
    app,
    api.contractorImport,
    { body: contractorImportSchema, bodyLimit: importBodyLimit },
    async (request) => {
      const { added, changed, refused } = request.body.expected
      const leftOut = refused > 0 ? `, ${refused} left out` : ''
      request.audit({ subject: `${added} added, ${changed} changed${leftOut}` })
      return importContractors(db, request.body)
    },
  )

  serve(
    app,
    api.contractorImportUndo,
    { body: importUndoSchema, bodyLimit: importBodyLimit },
    async (request) => {
      const undone = await undoImport(db, request.body)
      request.audit({ subject: `${undone.undone} as before` })
      return undone
    },
  )

  serve(app, api.leadContractors, {}, ({ params: { leadId } }) => rankForLead(db, leadId))
}
