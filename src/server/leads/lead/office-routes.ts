import type { FastifyPluginAsync } from 'fastify'
import { api } from '#/contracts/endpoints/api.ts'
import { submissionBodyLimit } from '#/contracts/leads/lead-fields.ts'
import type { DatabaseHandle } from '#/server/db/database.ts'
import { AppError, sendError } from '#/server/http/errors.ts'
import { signedInAs } from '#/server/http/sessions.ts'
import { serve } from '../../http/serve.ts'
import { explainRefusal } from '../take/refused-submission.ts'
import { callerSchema, correctionSchema } from './caller-schemas.ts'
import { correctLead } from './correct-lead.ts'
import { createEnterCaller } from './enter-caller.ts'

/** Leads that a user enters for a caller, and corrects. Admins only. */
export function officeLeadRoutes({ database }: { database: DatabaseHandle }): FastifyPluginAsync {
  const enterCaller = createEnterCaller(database)
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
        const id = await enterCaller(request.body, signedInAs(request))
        request.audit({ subject: `lead ${id}`, leadId: id })
        return { id }
      },
    )

    serve(app, api.correctLead, { body: correctionSchema }, async (request) => {
      const { leadId } = request.params
      const by = signedInAs(request)
      const corrected = await correctLead(database.db, leadId, request.body, by)
      if (!corrected) throw new AppError('not_found', `There is no request number ${leadId}.`)
      // Which fields, and nothing of what they say.
      request.audit({ subject: `lead ${leadId}: ${corrected.join(', ') || 'nothing'}` })
      return { corrected }
    })
  }
}
