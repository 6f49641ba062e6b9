import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { api } from '#/contracts/endpoints/api.ts'
import { leadDetailsSchema, leadNoteSchema, newNoteSchema } from '#/contracts/leads/inbox.ts'
import {
  contactStatusSchema,
  leadEntrySchema,
  leadIdParamsSchema,
} from '#/contracts/leads/leads.ts'
import type { Database } from '#/server/db/database.ts'
import { dataOf } from '#/server/http/answer-schemas.ts'
import { AppError } from '#/server/http/errors.ts'
import { signedInAs } from '#/server/http/sessions.ts'
import { addNote, applyToEntry, quarantineLead } from './lead-actions.ts'
import { readLead } from './lead-details.ts'

function found<Lead>(lead: Lead | undefined, leadId: number): { data: Lead } {
  if (lead === undefined) throw new AppError('not_found', `There is no lead number ${leadId}.`)
  return { data: lead }
}

const params = leadIdParamsSchema
const entryAnswer = dataOf(leadEntrySchema)

/** One lead: its details, and the work on it. Admins only. */
export function leadRoutes({ db }: { db: Database }): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      api.lead.path,
      { schema: { params, response: dataOf(leadDetailsSchema) } },
      async ({ params: { leadId } }) => found(await readLead(db, leadId), leadId),
    )

    app.patch(
      api.leadContactStatus.path,
      {
        schema: { params, body: contactStatusSchema, response: entryAnswer },
      },
      async (request) => {
        const { leadId } = request.params
        const { isContacted, isUndo } = request.body
        request.audit({ subject: `lead ${leadId}, ${isContacted ? 'contacted' : 'new'}` })
        const command = {
          do: 'mark',
          isContacted,
          undoes: isUndo,
          by: signedInAs(request),
        } as const
        return found(await applyToEntry(db, leadId, command), leadId)
      },
    )

    app.post(
      api.leadNote.path,
      {
        // As JSON a character of a note may take six bytes.
        bodyLimit: 64 * 1024,
        schema: {
          params,
          body: newNoteSchema,
          response: { 201: z.object({ data: leadNoteSchema }) },
        },
      },
      async (request, reply) => {
        const { leadId } = request.params
        const note = await addNote(db, leadId, request.body.text, signedInAs(request))
        return reply.code(201).send(found(note, leadId))
      },
    )

    app.post(
      api.leadRelease.path,
      { schema: { params, response: entryAnswer } },
      async (request) => {
        const { leadId } = request.params
        const command = { do: 'release', by: signedInAs(request) } as const
        return found(await applyToEntry(db, leadId, command), leadId)
      },
    )

    app.post(
      api.leadQuarantine.path,
      { schema: { params, response: entryAnswer } },
      async (request) => {
        const { leadId } = request.params
        return found(await quarantineLead(db, leadId, signedInAs(request)), leadId)
      },
    )
  }
}
