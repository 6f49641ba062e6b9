import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { api } from '#/contracts/endpoints/api.ts'
import { leadNoteSchema, newNoteSchema } from '#/contracts/leads/inbox.ts'
import { contactStatusSchema, leadEntrySchema } from '#/contracts/leads/leads.ts'
import { type LeadPanel, leadPanelSchema } from '#/contracts/referrals/office-leads.ts'
import type { Database } from '#/server/db/database.ts'
import { AppError } from '#/server/http/errors.ts'
import { signedInAs } from '#/server/http/sessions.ts'
import { serve } from '../../http/serve.ts'
import { addNote, applyToEntry, quarantineLead } from './lead-actions.ts'
import { readLead } from './lead-details.ts'

function found<Lead>(lead: Lead | undefined, leadId: number): Lead {
  if (lead === undefined) throw new AppError('not_found', `There is no lead number ${leadId}.`)
  return lead
}

type LeadRoutesDeps = {
  db: Database
  /** What has become of a lead, and what its visitor says. */
  readWork: (leadId: number) => Promise<Pick<LeadPanel, 'referral' | 'additions' | 'rating'>>
}

/** One lead: its details, and the work on it. Admins only. */
export function leadRoutes({ db, readWork }: LeadRoutesDeps): FastifyPluginAsyncZod {
  return async (app) => {
    serve(app, api.lead, { answer: leadPanelSchema }, async ({ params: { leadId } }) => ({
      ...found(await readLead(db, leadId), leadId),
      ...(await readWork(leadId)),
    }))

    serve(
      app,
      api.leadContactStatus,
      { body: contactStatusSchema, answer: leadEntrySchema },
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

    serve(
      app,
      api.leadNote,
      {
        // As JSON a character of a note may take six bytes.
        bodyLimit: 64 * 1024,
        body: newNoteSchema,
        answer: leadNoteSchema,
        status: 201,
      },
      async (request, _reply) => {
        const { leadId } = request.params
        const note = await addNote(db, leadId, request.body.text, signedInAs(request))
        return found(note, leadId)
      },
    )

    serve(app, api.leadRelease, { answer: leadEntrySchema }, async (request) => {
      const { leadId } = request.params
      const command = { do: 'release', by: signedInAs(request) } as const
      return found(await applyToEntry(db, leadId, command), leadId)
    })

    serve(app, api.leadQuarantine, { answer: leadEntrySchema }, async (request) => {
      const { leadId } = request.params
      return found(await quarantineLead(db, leadId, signedInAs(request)), leadId)
    })
  }
}
