import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { api } from '#/contracts/endpoints/api.ts'
import { noteLimit } from '#/contracts/limits.ts'
import type { OpenedLead } from '#/contracts/notifications/deliveries.ts'
import type { Database } from '#/server/db/database.ts'
import { signedInAs } from '#/server/http/sessions.ts'
import { serve } from '../../http/serve.ts'
import { typedText } from '../../texts/texts.ts'
import { addNote, applyToEntry, quarantineLead } from './lead-actions.ts'
import { type ReadWork, readLead } from './lead-details.ts'

const contactStatusSchema = z.object({
  isContacted: z.boolean(),
  /** Takes back what this user marked within the last minute, as if they never had. */
  isUndo: z.boolean().default(false),
})

const newNoteSchema = z.object({
  text: typedText(noteLimit, 'Please write something.').min(1, 'Please write something.'),
})

type LeadRoutesDeps = {
  db: Database
  readWork: ReadWork
  listDeliveries: (leadId: number) => Promise<OpenedLead['deliveries']>
}

/** One lead: its details, and the work on it. Admins only. */
export function addLeadRoutes(
  app: FastifyInstance,
  { db, readWork, listDeliveries }: LeadRoutesDeps,
): void {
  serve(app, api.lead, {}, async ({ params: { leadId } }) => ({
    ...(await readLead(db, leadId, readWork)),
    deliveries: await listDeliveries(leadId),
  }))

  serve(app, api.leadContactStatus, { body: contactStatusSchema }, async (request) => {
    const { leadId } = request.params
    const { isContacted, isUndo } = request.body
    request.audit({ subject: `request ${leadId}, ${isContacted ? 'contacted' : 'new'}` })
    const command = {
      do: 'mark',
      isContacted,
      undoes: isUndo,
      by: signedInAs(request),
    } as const
    return applyToEntry(db, leadId, command)
  })

  serve(
    app,
    api.leadNote,
    {
      // As JSON a character of a note may take six bytes.
      bodyLimit: 64 * 1024,
      body: newNoteSchema,
      status: 201,
    },
    (request) => addNote(db, request.params.leadId, request.body.text, signedInAs(request)),
  )

  serve(app, api.leadRelease, {}, (request) => {
    const { leadId } = request.params
    const command = { do: 'release', by: signedInAs(request) } as const
    return applyToEntry(db, leadId, command)
  })

  serve(app, api.leadQuarantine, {}, (request) =>
    quarantineLead(db, request.params.leadId, signedInAs(request)),
  )
}
