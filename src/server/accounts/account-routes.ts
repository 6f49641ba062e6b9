import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { setupSchema, signInSchema, userSchema } from '#/contracts/accounts/accounts.ts'
import { linkSchema, signInHelpSchema } from '#/contracts/accounts/my-account.ts'
import { secondStepSchema } from '#/contracts/accounts/second-factors.ts'
import { api } from '#/contracts/endpoints/api.ts'
import { type App, dataOf, noBody } from '../http/answer-schemas.ts'
import { AppError } from '../http/errors.ts'
import { notSignedIn } from '../http/sessions.ts'
import { browserOf } from './account-cookies.ts'
import { checkSetupLink, redeemSetupLink } from './first-admin.ts'
import { checkNewPassword } from './passwords.ts'
import { type AccountsDeps, signIn } from './sign-in.ts'
import { accountInWords, hasAdmin } from './users.ts'

const userAnswer = dataOf(userSchema)
const signInAnswer = { ...userAnswer, 202: z.object({ secondStep: secondStepSchema }) }

/** Signing in with a password, signing out, and who is signed in. */
function addSessionRoutes(app: App, { db, auth, guards, signInLimits }: AccountsDeps): void {
  app.post(
    api.signIn.path,
    { schema: { body: signInSchema, response: signInAnswer } },
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

  app.post(
    api.signOut.path,
    { onRequest: guards.identify, schema: { response: noBody } },
    async (request, reply) => {
      reply.header('set-cookie', await auth.signOut(request.headers.cookie))
      // Drafts of notes and replies. What the back office loads is not stored anyway.
      reply.header('clear-site-data', '"storage"')
      return reply.code(204).send(null)
    },
  )

  app.get(api.currentUser.path, { schema: { response: userAnswer } }, async ({ user }) => {
    if (!user) throw notSignedIn()
    return { data: user }
  })
}

/** Signing in and out, and the first admin. */
export function accountRoutes(deps: AccountsDeps): FastifyPluginAsyncZod {
  const { db, mails } = deps
  let isSetUp = false
  return async (app) => {
    addSessionRoutes(app, deps)

    app.get(api.signInHelp.path, { schema: { response: dataOf(signInHelpSchema) } }, async () => {
      // There is always one from then on.
      isSetUp ||= await hasAdmin(db)
      return { data: { hasAdmin: isSetUp, sendsMail: mails.sendsMail } }
    })

    app.post(
      api.setupCheck.path,
      { schema: { body: linkSchema, response: noBody } },
      async (request, reply) => {
        await checkSetupLink(db, request.body.token)
        return reply.code(204).send(null)
      },
    )

    app.post(
      api.setup.path,
      { schema: { body: setupSchema, response: userAnswer } },
      async (request, reply) => {
        request.audit({})
        checkNewPassword(request.body.password)
        const { id: userId } = await redeemSetupLink(db, request.body)
        const data = await signIn(deps, request, reply, { userId, hasSecondFactor: false })
        return { data }
      },
    )
  }
}
