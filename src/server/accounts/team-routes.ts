import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Site } from '#/contracts/documents.ts'
import type { AccountMail, MailOutcome } from '#/contracts/mails.ts'
import { adminPaths, apiPaths } from '#/contracts/routes.ts'
import { changeMemberSchema, invitedSchema, inviteSchema, teamSchema } from '#/contracts/team.ts'
import type { Database } from '../db/database.ts'
import { AppError } from '../http/errors.ts'
import { type Guards, signedInAs } from '../http/sessions.ts'
import {
  changeMember,
  invite,
  listInvitations,
  listMembers,
  removeMember,
  withdrawInvitation,
} from './team.ts'

/** Writes to people about their accounts. */
export type SendAccountMail = {
  sendsMail: boolean
  send: (to: string, mail: AccountMail) => Promise<MailOutcome>
  sendInBackground: (to: string, mail: AccountMail) => void
}

/** What the routes of the team need. */
export type TeamDeps = { db: Database; guards: Guards; site: Site; mails: SendAccountMail }

const done = { 204: z.null() }

function foundOr404(isFound: boolean): null {
  if (!isFound) throw new AppError('not_found', 'There is nobody like that any more.')
  return null
}

/** The people of the back office. Admins only. */
export function teamRoutes({ db, guards, site, mails }: TeamDeps): FastifyPluginAsyncZod {
  return async (app) => {
    app.addHook('onRequest', guards.require('admin'))

    app.get(
      apiPaths.team,
      { schema: { response: { 200: z.object({ data: teamSchema }) } } },
      async () => ({
        data: { members: await listMembers(db), invitations: await listInvitations(db) },
      }),
    )

    app.post(
      apiPaths.invitations,
      {
        onRequest: guards.requireFresh,
        schema: { body: inviteSchema, response: { 200: z.object({ data: invitedSchema }) } },
      },
      async (request) => {
        const { email, role } = request.body
        const invitedBy = signedInAs(request)
        const token = await invite(db, { email, role, invitedBy })
        const link = `${site.url}${adminPaths.invitation}#${token}`
        const { outcome, problem } = await mails.send(email, {
          kind: 'invitation',
          link,
          invitedBy,
        })
        return { data: { outcome, problem, link: outcome === 'sent' ? null : link } }
      },
    )

    app.delete(
      apiPaths.invitation,
      { schema: { params: z.object({ invitationId: z.string().max(100) }), response: done } },
      async ({ params }, reply) =>
        reply.code(204).send(foundOr404(await withdrawInvitation(db, params.invitationId))),
    )

    const params = z.object({ userId: z.string().max(100) })

    app.patch(
      apiPaths.teamMember,
      {
        onRequest: guards.requireFresh,
        schema: { params, body: changeMemberSchema, response: done },
      },
      async (request, reply) =>
        reply
          .code(204)
          .send(foundOr404(await changeMember(db, request.params.userId, request.body))),
    )

    app.delete(
      apiPaths.teamMember,
      { onRequest: guards.requireFresh, schema: { params, response: done } },
      async (request, reply) =>
        reply.code(204).send(foundOr404(await removeMember(db, request.params.userId))),
    )
  }
}
