import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { userSchema } from '#/contracts/accounts/accounts.ts'
import {
  forgotPasswordSchema,
  linkSchema,
  resetPasswordSchema,
} from '#/contracts/accounts/my-account.ts'
import { acceptInvitationSchema, openInvitationSchema } from '#/contracts/accounts/team.ts'
import { api } from '#/contracts/endpoints/api.ts'
import { adminPaths } from '#/contracts/routes.ts'
import { type App, dataOf, noBody } from '../http/answer-schemas.ts'
import { readLink } from './account-links.ts'
import {
  acceptInvitation,
  askForPassword,
  confirmEmail,
  isResetDue,
  linkIsOver,
  setPasswordByLink,
} from './my-account.ts'
import { type AccountsDeps, signIn } from './sign-in.ts'
import { accountInWords } from './users.ts'

/** For people who were invited: to look at the invitation, and to accept it. */
function addInvitationRoutes(app: App, deps: AccountsDeps): void {
  const { db } = deps
  app.post(
    api.openInvitation.path,
    { schema: { body: linkSchema, response: dataOf(openInvitationSchema) } },
    async (request) => {
      const link = await readLink(db, 'invitation', request.body.token)
      if (!link?.role) throw linkIsOver()
      const { email, role, createdBy } = link
      return { data: { email, role, invitedBy: createdBy ?? '' } }
    },
  )

  app.post(
    api.acceptInvitation.path,
    { schema: { body: acceptInvitationSchema, response: dataOf(userSchema) } },
    async (request, reply) => {
      request.audit({})
      const { id: userId } = await acceptInvitation(db, request.body)
      const data = await signIn(deps, request, reply, { userId, hasSecondFactor: false })
      return { data }
    },
  )
}

/** What is done by the link of a mail: a forgotten password, a new address, an invitation. */
export function linkRoutes(deps: AccountsDeps): FastifyPluginAsyncZod {
  const { db, site, mails, signInLimits } = deps

  async function sendResetLink(email: string): Promise<void> {
    const token = await askForPassword(db, email)
    if (token === undefined) return
    const link = `${site.url}${adminPaths.newPassword}#${token}`
    mails.sendInBackground(email, { kind: 'password-reset', link })
  }

  return async (app) => {
    app.post(
      api.forgotPassword.path,
      { schema: { body: forgotPasswordSchema, response: noBody } },
      async (request, reply) => {
        const { email } = request.body
        request.audit({ subject: () => accountInWords(db, email) })
        if (await isResetDue(db, email)) {
          // Not waited for: how long an answer takes must not say who has an account.
          sendResetLink(email).catch((err: unknown) =>
            request.log.warn({ err }, 'a reset link was not made'),
          )
        }
        return reply.code(204).send(null)
      },
    )

    app.post(
      api.resetPassword.path,
      { schema: { body: resetPasswordSchema, response: noBody } },
      async (request, reply) => {
        request.audit({})
        const { email } = await setPasswordByLink(db, request.body)
        request.audit({ subject: email })
        mails.sendInBackground(email, { kind: 'account-changed', change: 'password' })
        // Who has the mailbox can sign in, however much others guess.
        await signInLimits.rememberBrowser(reply, email)
        return reply.code(204).send(null)
      },
    )

    app.post(
      api.confirmEmail.path,
      { schema: { body: linkSchema, response: dataOf(forgotPasswordSchema) } },
      async (request) => {
        request.audit({})
        const { before, now } = await confirmEmail(db, request.body.token)
        request.audit({ subject: `${now} instead of ${before}` })
        mails.sendInBackground(before, { kind: 'account-changed', change: 'email' })
        return { data: { email: now } }
      },
    )

    addInvitationRoutes(app, deps)
  }
}
