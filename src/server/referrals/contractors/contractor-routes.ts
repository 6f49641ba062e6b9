import type { FastifyInstance } from 'fastify'
import { api } from '#/contracts/endpoints/api.ts'
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
import { listEntries } from './read-figures.ts'

/** As JSON a character of the notes may take six bytes. */
const bodyLimit = 64 * 1024

/** Adds the routes of the list of contractors, its changes, CSV, and who of them fits a lead. */
export function addContractorRoutes(app: FastifyInstance, { db }: { db: Database }): void {
  serve(app, api.contractors, {}, () => listEntries(db))

  serve(
    app,
    api.addContractor,
    { body: contractorFieldsSchema, status: 201, bodyLimit },
    (request) => {
      request.audit({ subject: request.body.companyName })
      return addContractor(db, request.body)
    },
  )

  serve(app, api.changeContractor, { body: contractorChangeSchema, bodyLimit }, (request) => {
    request.audit({ subject: request.body.companyName })
    return changeContractor(db, request.params.contractorId, request.body)
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
    api.undoContractorImport,
    { body: importUndoSchema, bodyLimit: importBodyLimit },
    ({ body }) => undoImport(db, body),
  )
}
