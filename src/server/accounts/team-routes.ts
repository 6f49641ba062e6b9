import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { userInWords } from '#/contracts/accounts/accounts.ts'
import { api } from '#/contracts/endpoints/api.ts'
import { roles } from '#/contracts/limits.ts'
import { adminPaths } from '#/contracts/routes.ts'
import { AppError } from '../http/errors.ts'
import { serve } from '../http/serve.ts'
import { serveStoredSetting } from '../http/serve-setting.ts'
import { signedInSession, signedInUser } from '../http/sessions.ts'
import { emailSchema } from '../texts/values.ts'
import type { AccountsDeps } from './auth.ts'
import { removeAllFactors } from './factor-store.ts'
import {
  changeMember,
  invite,
  listInvitations,
  listMembers,
  removeMember,
  withdrawInvitation,
} from './team.ts'
import { memberInWords } from './users.ts'

const changeMemberSchema = z
  .object({ role: z.enum(roles).optional(), isDisabled: z.boolean().optional() })
  .refine((change) => change.role !== undefined || change.isDisabled !== undefined, {
    message: 'Please say what to change: role or isDisabled.',
  })

/** Invites a person, or invites them again. */
const inviteSchema = z.object({ email: emailSchema, role: z.enum(roles) })

function assertFound(isFound: boolean): void {
  if (!isFound) throw new AppError('not_found', 'That person is no longer on the team.')
}

/** For the audit log. */
function changeInWords({ role, isDisabled }: z.infer<typeof changeMemberSchema>): string {
  const state = isDisabled === undefined ? [] : [isDisabled ? 'disabled' : 'enabled']
  return [...(role ? [`now an ${role}`] : []), ...state].join(', ')
}

/** Inviting people. */
function addInvitationRoutes(app: FastifyInstance, { db, site, mails }: AccountsDeps): void {
  serve(app, api.invite, { body: inviteSchema }, async (request) => {
    const { email, role } = request.body
    request.audit({ subject: `${email}, as an ${role}` })
    const by = signedInUser(request)
    const token = await invite(db, { email, role, by })
    const link = `${site.url}${adminPaths.invitation}#${token}`
    const { outcome, problem } = await mails.send(email, {
      kind: 'account-link',
      for: 'invitation',
      link,
      invitedBy: userInWords(by),
    })
    return { outcome, problem, link: outcome === 'sent' ? null : link }
  })

  serve(app, api.withdrawInvitation, {}, async (request) => {
    const email = await withdrawInvitation(db, request.params.invitationId)
    request.audit({ subject: email })
    assertFound(email !== undefined)
  })
}

/** The people of the back office. Admins only. */
export function addTeamRoutes(app: FastifyInstance, deps: AccountsDeps): void {
  const { db } = deps
  serve(app, api.team, {}, async () => ({
    members: await listMembers(db),
    invitations: await listInvitations(db),
  }))

  serve(app, api.changeMember, { body: changeMemberSchema }, async (request) => {
    const { userId } = request.params
    const who = await memberInWords(db, userId)
    request.audit({ subject: who && `${who}, ${changeInWords(request.body)}` })
    assertFound(await changeMember(db, userId, request.body))
  })

  for (const [row, remove] of [
    [api.removeMember, removeMember],
    [api.removeSecondFactors, removeAllFactors],
  ] as const) {
    serve(app, row, {}, async (request) => {
      const { userId } = request.params
      request.audit({ subject: await memberInWords(db, userId) })
      assertFound(await remove(db, userId))
    })
  }

  addInvitationRoutes(app, deps)
  serveStoredSetting(app, api.accountSettings, {
    db,
    key: 'accounts',
    check({ requiresSecondFactor }, request) {
      if (!requiresSecondFactor || signedInSession(request).hasSecondFactor) return
      throw new AppError(
        'conflict',
        'First set up a second step for your own account, under My account. If you already have one, sign out and sign in with it.',
      )
    },
    inWords: ({ requiresSecondFactor }) => (requiresSecondFactor ? 'needed' : 'not needed'),
  })
}
