import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { api } from '#/contracts/endpoints/api.ts'
import { AppError } from '../http/errors.ts'
import { serve } from '../http/serve.ts'
import { notSignedIn } from '../http/sessions.ts'
import { emailSchema } from '../texts/values.ts'
import { browserOf } from './account-cookies.ts'
import { knownPassword, linkSchema, linkTokenSchema, newPasswordSchema } from './account-schemas.ts'
import { checkSetupLink, redeemSetupLink } from './first-admin.ts'
import { checkNewPassword } from './passwords.ts'
import { type AccountsDeps, signIn } from './sign-in.ts'
import { accountInWords, hasAdmin } from './users.ts'

/** The body that makes the first admin with a one-time setup link. */
const setupSchema = z.object({
  token: linkTokenSchema,
  email: emailSchema,
  password: newPasswordSchema,
})

const signInSchema = z.object({
  email: emailSchema,
  password: knownPassword('Please enter your password.'),
})

/** Signing in with a password, signing out, and who is signed in. */
function addSessionRoutes(
  app: FastifyInstance,
  { db, auth, guards, signInLimits }: AccountsDeps,
): void {
  serve(app, api.signIn, { body: signInSchema }, async (request, reply) => {
    const { email, password } = request.body
    request.audit({ subject: () => accountInWords(db, email) })
    const signedIn = await signInLimits.tryOnce(request, email, () =>
      auth.signIn({ email, password, ...browserOf(request) }),
    )
    if (!signedIn)
      throw new AppError('not_signed_in', 'The email address or the password is wrong.')
    reply.header('set-cookie', signedIn.setCookie)
    if ('ways' in signedIn) {
      request.audit({ action: 'sign-in.first-step' })
      return { ways: signedIn.ways }
    }
    request.audit({ user: signedIn.user, subject: undefined })
    await signInLimits.rememberBrowser(reply, email)
    return signedIn.user
  })

  serve(app, api.signOut, { onRequest: guards.identify }, async (request, reply) => {
    reply.header('set-cookie', await auth.signOut(request.headers.cookie))
    // Drafts of notes and replies. What the back office loads is not stored anyway.
    reply.header('clear-site-data', '"storage"')
  })

  serve(app, api.currentUser, {}, async ({ user }) => {
    if (!user) throw notSignedIn()
    return user
  })
}

/** Signing in and out, and the first admin. */
export function addAccountRoutes(app: FastifyInstance, deps: AccountsDeps): void {
  const { db, mails } = deps
  let isSetUp = false
  addSessionRoutes(app, deps)

  serve(app, api.signInHelp, {}, async () => {
    // There is always one from then on.
    isSetUp ||= await hasAdmin(db)
    return { hasAdmin: isSetUp, sendsMail: mails.sendsMail }
  })

  serve(app, api.setupCheck, { body: linkSchema }, (request) =>
    checkSetupLink(db, request.body.token),
  )

  serve(app, api.setup, { body: setupSchema }, async (request, reply) => {
    request.audit({})
    checkNewPassword(request.body.password)
    const { id: userId } = await redeemSetupLink(db, request.body)
    return await signIn(deps, request, reply, { userId, hasSecondFactor: false })
  })
}
