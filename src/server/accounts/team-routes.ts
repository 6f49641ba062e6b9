import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { userInWords } from '#/contracts/accounts/accounts.ts'
import {
  changeMemberSchema,
  invitedSchema,
  inviteSchema,
  teamSchema,
} from '#/contracts/accounts/team.ts'
import type { AccountMail, MailOutcome } from '#/contracts/notifications/mails.ts'
import type { Site } from '#/contracts/pages/documents.ts'
import { adminPaths, apiPaths } from '#/contracts/routes.ts'
import { sentText } from '#/contracts/text.ts'
import type { Database } from '../db/database.ts'
import { dataOf, noBody } from '../http/answer-schemas.ts'
import { AppError } from '../http/errors.ts'
import { signedInUser } from '../http/sessions.ts'
import {
  changeMember,
  invite,
  listInvitations,
  listMembers,
  removeMember,
  withdrawInvitation,
} from './team.ts'
import { memberInWords } from './users.ts'

/** Writes to people about their accounts. */
export type SendAccountMail = {
  sendsMail: boolean
  send: (to: string, mail: AccountMail) => Promise<MailOutcome>
  sendInBackground: (to: string, mail: AccountMail) => void
}

/** What the routes of the team need. */
export type TeamDeps = { db: Database; site: Site; mails: SendAccountMail }

function foundOr404(isFound: boolean): null {
  if (!isFound) throw new AppError('not_found', 'That person is no longer on the team.')
  return null
}

/** For the audit log. */
function changeInWords({ role, isDisabled }: z.infer<typeof changeMemberSchema>): string {
  const state = isDisabled === undefined ? [] : [isDisabled ? 'disabled' : 'enabled']
  return [...(role ? [`now an ${role}`] : []), ...state].join(', ')
}

/** The people of the back office. Admins only. */
export function teamRoutes({ db, site, mails }: TeamDeps): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(apiPaths.team, { schema: { response: dataOf(teamSchema) } }, async () => ({
      data: { members: await listMembers(db), invitations: await listInvitations(db) },
    }))

    app.post(
      apiPaths.invitations,
      {
        schema: { body: inviteSchema, response: dataOf(invitedSchema) },
      },
      async (request) => {
        const { email, role } = request.body
        request.audit({ subject: `${email}, as an ${role}` })
        const by = signedInUser(request)
        const token = await invite(db, { email, role, by })
        const link = `${site.url}${adminPaths.invitation}#${token}`
        const { outcome, problem } = await mails.send(email, {
          kind: 'invitation',
          link,
          invitedBy: userInWords(by),
        })
        return { data: { outcome, problem, link: outcome === 'sent' ? null : link } }
      },
    )

    app.delete(
      apiPaths.invitation,
      {
        schema: { params: z.object({ invitationId: sentText().max(100) }), response: noBody },
      },
      async (request, reply) => {
        const email = await withdrawInvitation(db, request.params.invitationId)
        request.audit({ subject: email })
        return reply.code(204).send(foundOr404(email !== undefined))
      },
    )

    const params = z.object({ userId: sentText().max(100) })

    app.patch(
      apiPaths.teamMember,
      {
        schema: { params, body: changeMemberSchema, response: noBody },
      },
      async (request, reply) => {
        const { userId } = request.params
        const who = await memberInWords(db, userId)
        request.audit({ subject: who && `${who}, ${changeInWords(request.body)}` })
        return reply.code(204).send(foundOr404(await changeMember(db, userId, request.body)))
      },
    )

    app.delete(
      apiPaths.teamMember,
      {
        schema: { params, response: noBody },
      },
      async (request, reply) => {
        const { userId } = request.params
        request.audit({ subject: await memberInWords(db, userId) })
        return reply.code(204).send(foundOr404(await removeMember(db, userId)))
      },
    )
  }
}
