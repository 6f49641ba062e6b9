import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { api } from '#/contracts/endpoints/api.ts'
import { adminPaths } from '#/contracts/routes.ts'
import { serve } from '../http/serve.ts'
import { emailSchema } from '../texts/values.ts'
import { readLink } from './account-links.ts'
import {
  linkSchema,
  linkTokenSchema,
  newPasswordSchema,
  personNameSchema,
} from './account-schemas.ts'
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

const acceptInvitationSchema = z.object({
  token: linkTokenSchema,
  name: personNameSchema,
  password: newPasswordSchema,
})

const resetPasswordSchema = z.object({ token: linkTokenSchema, password: newPasswordSchema })

const forgotPasswordSchema = z.object({ email: emailSchema })

/** For people who were invited: to look at the invitation, and to accept it. */
function addInvitationRoutes(app: FastifyInstance, deps: AccountsDeps): void {
  const { db } = deps
  serve(app, api.openInvitation, { body: linkSchema }, async (request) => {
    const link = await readLink(db, 'invitation', request.body.token)
    if (!link?.role) throw linkIsOver()
    const { email, role, createdBy } = link
    return { email, role, invitedBy: createdBy ?? '' }
  })

  serve(app, api.acceptInvitation, { body: acceptInvitationSchema }, async (request, reply) => {
    request.audit({})
    const { id: userId } = await acceptInvitation(db, request.body)
    return await signIn(deps, request, reply, { userId, hasSecondFactor: false })
  })
}

/** What is done by the link of a mail: a forgotten password, a new address, an invitation. */
export function addLinkRoutes(app: FastifyInstance, deps: AccountsDeps): void {
  const { db, site, mails, signInLimits } = deps

  async function sendResetLink(email: string): Promise<void> {
    const token = await askForPassword(db, email)
    if (token === undefined) return
    const link = `${site.url}${adminPaths.newPassword}#${token}`
    mails.sendInBackground(email, { kind: 'account-link', for: 'password-reset', link })
  }

  serve(app, api.forgotPassword, { body: forgotPasswordSchema }, async (request) => {
    const { email } = request.body
    request.audit({ subject: () => accountInWords(db, email) })
    if (await isResetDue(db, email)) {
      // Not waited for: how long an answer takes must not say who has an account.
      sendResetLink(email).catch((err: unknown) =>
        request.log.warn({ err }, 'a reset link was not made'),
      )
    }
  })

  serve(app, api.resetPassword, { body: resetPasswordSchema }, async (request, reply) => {
    request.audit({})
    const { email } = await setPasswordByLink(db, request.body)
    request.audit({ subject: email })
    mails.sendInBackground(email, { kind: 'account-changed', change: 'password' })
    // Who has the mailbox can sign in, however much others guess.
    await signInLimits.rememberBrowser(reply, email)
  })

  serve(app, api.confirmEmail, { body: linkSchema }, async (request) => {
    request.audit({})
    const { before, now } = await confirmEmail(db, request.body.token)
    request.audit({ subject: `${now} instead of ${before}` })
    mails.sendInBackground(before, { kind: 'account-changed', change: 'email' })
    return { email: now }
  })

  addInvitationRoutes(app, deps)
}
