import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { userInWords } from '#/contracts/accounts/accounts.ts'
import {
  changeMemberSchema,
  invitedSchema,
  inviteSchema,
  teamSchema,
} from '#/contracts/accounts/team.ts'
import { api } from '#/contracts/endpoints/api.ts'
import { adminPaths } from '#/contracts/routes.ts'
import { sentText } from '#/contracts/text.ts'
import { type App, dataOf, noBody } from '../http/answer-schemas.ts'
import { AppError } from '../http/errors.ts'
import { signedInSession, signedInUser } from '../http/sessions.ts'
import { addStoredSetting } from '../http/setting-routes.ts'
import { removeAllFactors } from './factor-store.ts'
import type { AccountsDeps } from './sign-in.ts'
import {
  changeMember,
  invite,
  listInvitations,
  listMembers,
  removeMember,
  withdrawInvitation,
} from './team.ts'
import { memberInWords } from './users.ts'

function foundOr404(isFound: boolean): null {
  if (!isFound) throw new AppError('not_found', 'That person is no longer on the team.')
  return null
}

/** For the audit log. */
function changeInWords({ role, isDisabled }: z.infer<typeof changeMemberSchema>): string {
  const state = isDisabled === undefined ? [] : [isDisabled ? 'disabled' : 'enabled']
  return [...(role ? [`now an ${role}`] : []), ...state].join(', ')
}

/** Inviting people. */
function addInvitationRoutes(app: App, { db, site, mails }: AccountsDeps): void {
  app.post(
    api.invite.path,
    { schema: { body: inviteSchema, response: dataOf(invitedSchema) } },
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
    api.withdrawInvitation.path,
    {
      schema: { params: z.object({ invitationId: sentText().max(100) }), response: noBody },
    },
    async (request, reply) => {
      const email = await withdrawInvitation(db, request.params.invitationId)
      request.audit({ subject: email })
      return reply.code(204).send(foundOr404(email !== undefined))
    },
  )
}

/** The people of the back office. Admins only. */
export function teamRoutes(deps: AccountsDeps): FastifyPluginAsyncZod {
  const { db } = deps
  const schema = { params: z.object({ userId: sentText().max(100) }), response: noBody }
  return async (app) => {
    app.get(api.team.path, { schema: { response: dataOf(teamSchema) } }, async () => ({
      data: { members: await listMembers(db), invitations: await listInvitations(db) },
    }))

    app.patch(
      api.changeMember.path,
      { schema: { ...schema, body: changeMemberSchema } },
      async (request, reply) => {
        const { userId } = request.params
        const who = await memberInWords(db, userId)
        request.audit({ subject: who && `${who}, ${changeInWords(request.body)}` })
        return reply.code(204).send(foundOr404(await changeMember(db, userId, request.body)))
      },
    )

    for (const [path, remove] of [
      [api.changeMember.path, removeMember],
      [api.removeSecondFactors.path, removeAllFactors],
    ] as const) {
      app.delete(path, { schema }, async (request, reply) => {
        const { userId } = request.params
        request.audit({ subject: await memberInWords(db, userId) })
        return reply.code(204).send(foundOr404(await remove(db, userId)))
      })
    }

    addInvitationRoutes(app, deps)
    addStoredSetting(app, db, 'accounts', {
      path: api.accountSettings.read.path,
      check({ requiresSecondFactor }, request) {
        if (!requiresSecondFactor || signedInSession(request).hasSecondFactor) return
        throw new AppError(
          'conflict',
          'First set up a second step for your own account, under My account. If you have one, sign in with it.',
        )
      },
      inWords: ({ requiresSecondFactor }) => (requiresSecondFactor ? 'needed' : 'not needed'),
    })
  }
}
