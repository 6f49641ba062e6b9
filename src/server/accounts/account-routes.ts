import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import {
  emailSchema,
  linkTokenSchema,
  newPasswordSchema,
  signInSchema,
  userSchema,
} from '#/contracts/accounts/accounts.ts'
import { linkSchema, signInHelpSchema } from '#/contracts/accounts/my-account.ts'
import { secondStepSchema } from '#/contracts/accounts/second-factors.ts'
import { api } from '#/contracts/endpoints/api.ts'
import { AppError } from '../http/errors.ts'
import { serve } from '../http/serve.ts'
import { notSignedIn } from '../http/sessions.ts'
import { browserOf } from './account-cookies.ts'
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

const signInAnswers = {
  200: z.object({ data: userSchema }),
  202: z.object({ secondStep: secondStepSchema }),
}

/** Signing in with a password, signing out, and who is signed in. */
function addSessionRoutes(
  app: FastifyInstance,
  { db, auth, guards, signInLimits }: AccountsDeps,
): void {
  serve(
    app,
    api.signIn,
    { body: signInSchema, responses: signInAnswers },
    async (request, reply) => {
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
        return reply.code(202).send({ secondStep: { ways: signedIn.ways } })
      }
      request.audit({ user: signedIn.user, subject: undefined })
      await signInLimits.rememberBrowser(reply, email)
      return { data: signedIn.user }
    },
  )

  serve(app, api.signOut, { onRequest: guards.identify }, async (request, reply) => {
    reply.header('set-cookie', await auth.signOut(request.headers.cookie))
    // Drafts of notes and replies. What the back office loads is not stored anyway.
    reply.header('clear-site-data', '"storage"')
  })

  serve(app, api.currentUser, { answer: userSchema }, async ({ user }) => {
    if (!user) throw notSignedIn()
    return user
  })
}

/** Signing in and out, and the first admin. */
export function addAccountRoutes(app: FastifyInstance, deps: AccountsDeps): void {
  const { db, mails } = deps
  let isSetUp = false
  addSessionRoutes(app, deps)

  serve(app, api.signInHelp, { answer: signInHelpSchema }, async () => {
    // There is always one from then on.
    isSetUp ||= await hasAdmin(db)
    return { hasAdmin: isSetUp, sendsMail: mails.sendsMail }
  })

  serve(app, api.setupCheck, { body: linkSchema }, (request) =>
    checkSetupLink(db, request.body.token),
  )

  serve(app, api.setup, { body: setupSchema, answer: userSchema }, async (request, reply) => {
    request.audit({})
    checkNewPassword(request.body.password)
    const { id: userId } = await redeemSetupLink(db, request.body)
    return await signIn(deps, request, reply, { userId, hasSecondFactor: false })
  })
}
