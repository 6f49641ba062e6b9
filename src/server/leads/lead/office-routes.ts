import type { FastifyPluginAsync } from 'fastify'
import { api } from '#/contracts/endpoints/api.ts'
import { submissionBodyLimit } from '#/contracts/leads/lead-fields.ts'
import type { DatabaseHandle } from '#/server/db/database.ts'
import { sendError } from '#/server/http/errors.ts'
import { signedInAs } from '#/server/http/sessions.ts'
import { serve } from '../../http/serve.ts'
import { explainRefusal } from '../take/refused-submission.ts'
import { createSubmitLead } from '../take/submit-lead.ts'
import { callerSchema, correctionSchema } from './caller-schemas.ts'
import { correctLead, placeChosen } from './correct-lead.ts'

/** Leads that a user enters for a caller, and corrects. Admins only. */
export function officeLeadRoutes({ database }: { database: DatabaseHandle }): FastifyPluginAsync {
  const submitLead = createSubmitLead(database)
  return async (app) => {
    // Each problem in the words of the visitors' form, at its field.
    app.setErrorHandler((error, request, reply) => sendError(explainRefusal(error), request, reply))

    serve(
      app,
      api.enterLead,
      {
        bodyLimit: submissionBodyLimit,
        body: callerSchema,
        status: 201,
      },
      async (request) => {
        // It goes the same way as one from the form: the same `submissionId` again is the same request.
        const { town, cannotWait, ...submission } = request.body
        const place = town ? { place: placeChosen(town) } : {}
        const { id } = await submitLead({
          submission,
          // By itself: only the limits to an address and of an hour count.
          confirmationClient: submission.submissionId,
          entry: { actor: signedInAs(request), cannotWait, ...place },
        })
        request.audit({ subject: `request ${id}`, leadId: id })
        return { id }
      },
    )

    serve(app, api.correctLead, { body: correctionSchema }, async (request) => {
      const { leadId } = request.params
      const by = signedInAs(request)
      const corrected = await correctLead(database.db, leadId, request.body, by)
      // Which fields, and nothing of what they say.
      request.audit({ subject: `request ${leadId}: ${corrected.join(', ') || 'nothing'}` })
      return { corrected }
    })
  }
}
