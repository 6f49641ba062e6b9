import { eq, sql } from 'drizzle-orm'
import type { FastifyInstance, RouteOptions } from 'fastify'
import { z } from 'zod'
import { api } from '#/contracts/endpoints/api.ts'
import type { LeadNote } from '#/contracts/leads/inbox.ts'
import { submissionBodyLimit } from '#/contracts/leads/lead-fields.ts'
import type { LeadEntry } from '#/contracts/leads/leads.ts'
import { noteLimit } from '#/contracts/limits.ts'
import type { OpenedLead } from '#/contracts/notifications/deliveries.ts'
import type { Database } from '#/server/db/database.ts'
import { leadNotes, leads } from '#/server/db/tables/schema.ts'
import { sendError } from '#/server/http/errors.ts'
import { signedInAs } from '#/server/http/sessions.ts'
import type { Command } from '#/server/referrals/commands.ts'
import { applyForUser } from '#/server/referrals/store/apply.ts'
import { serve } from '../../http/serve.ts'
import { typedText } from '../../texts/texts.ts'
import { findEntry } from '../lead-rows.ts'
import { explainRefusal } from '../take/submission.ts'
import { createSubmitLead } from '../take/submit-lead.ts'
import { callerSchema, correctionSchema } from './caller-schemas.ts'
import { correctLead, placeChosen } from './correct-lead.ts'
import { type ReadWork, readLead, toNote } from './lead-details.ts'

const contactStatusSchema = z.object({
  isContacted: z.boolean(),
  /** Takes back what this user marked within the last minute, as if they never had. */
  isUndo: z.boolean().default(false),
})

const newNoteSchema = z.object({
  text: typedText(noteLimit, 'Please write something.').min(1, 'Please write something.'),
})

const markedByHand = 'Marked as spam by hand'

/** Carries out what a user does with a lead. Returns the lead as it is then. */
async function applyToEntry(db: Database, leadId: number, command: Command): Promise<LeadEntry> {
  return db.transaction(async (tx) => {
    const { events } = await applyForUser(tx, leadId, command)
    if (command.do === 'hold' && events.length > 0) {
      const quarantineReasons = sql`array_append(array_remove(quarantine_reasons, ${markedByHand}), ${markedByHand})`
      await tx.update(leads).set({ quarantineReasons }).where(eq(leads.id, leadId))
    }
    return findEntry(tx, leadId)
  })
}

/** Adds a note to a lead. */
export async function addNote(
  db: Database,
  leadId: number,
  text: string,
  by: string,
): Promise<LeadNote> {
  return db.transaction(async (tx) => {
    await applyForUser(tx, leadId, { do: 'note', what: 'noted', by })
    await tx
      .update(leads)
      .set({ noted: sql`concat_ws(E'\\n', noted, ${text}::text)` })
      .where(eq(leads.id, leadId))
    const [note] = await tx
      .insert(leadNotes)
      .values({ leadId, text, author: by, createdAt: sql`clock_timestamp()` })
      .returning()
    if (!note) throw new Error('the note was not stored')
    return toNote(note)
  })
}

type LeadRoutesDeps = {
  db: Database
  readWork: ReadWork
  listDeliveries: (leadId: number) => Promise<OpenedLead['deliveries']>
}

/** Has each problem said in the words of the visitors' form, at its field. */
const inTheirWords: Pick<RouteOptions, 'errorHandler'> = {
  errorHandler: (error, request, reply) => sendError(explainRefusal(error), request, reply),
}

/** One lead: its details, and the work on it; and those that a user enters for a caller. Admins only. */
export function addLeadRoutes(
  app: FastifyInstance,
  { db, readWork, listDeliveries }: LeadRoutesDeps,
): void {
  const submitLead = createSubmitLead({ db })

  serve(app, api.lead, {}, async ({ params: { leadId } }) => ({
    ...(await readLead(db, leadId, readWork)),
    deliveries: await listDeliveries(leadId),
  }))

  serve(app, api.leadContactStatus, { body: contactStatusSchema }, async (request) => {
    const { leadId } = request.params
    const { isContacted, isUndo: undoes } = request.body
    request.audit({ subject: `request ${leadId}, ${isContacted ? 'contacted' : 'new'}` })
    return applyToEntry(db, leadId, { do: 'mark', isContacted, undoes, by: signedInAs(request) })
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

  serve(app, api.leadRelease, {}, (request) =>
    applyToEntry(db, request.params.leadId, { do: 'release', by: signedInAs(request) }),
  )

  serve(app, api.leadQuarantine, {}, (request) =>
    applyToEntry(db, request.params.leadId, { do: 'hold', by: signedInAs(request) }),
  )

  serve(
    app,
    api.enterLead,
    { ...inTheirWords, bodyLimit: submissionBodyLimit, body: callerSchema, status: 201 },
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

  serve(app, api.correctLead, { ...inTheirWords, body: correctionSchema }, async (request) => {
    const { leadId } = request.params
    const corrected = await correctLead(db, leadId, request.body, signedInAs(request))
    // Which fields, and nothing of what they say.
    request.audit({ subject: `request ${leadId}: ${corrected.join(', ') || 'nothing'}` })
    return { corrected }
  })
}
