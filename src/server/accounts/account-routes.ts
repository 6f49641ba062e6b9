import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { setupSchema, signInSchema, userSchema } from '#/contracts/accounts/accounts.ts'
import { linkSchema } from '#/contracts/accounts/my-account.ts'
import { secondStepSchema } from '#/contracts/accounts/second-factors.ts'
import type { Site } from '#/contracts/pages/documents.ts'
import { apiPaths } from '#/contracts/routes.ts'
import type { Database } from '../db/database.ts'
import { type App, dataOf, noBody } from '../http/answer-schemas.ts'
import { AppError } from '../http/errors.ts'
import { type Guards, notSignedIn } from '../http/sessions.ts'
import { browserOf } from './account-cookies.ts'
import type { Auth } from './auth.ts'
import { checkNewPassword } from './new-password.ts'
import { checkSetupLink, redeemSetupLink } from './setup-link.ts'
import type { SignInLimits } from './sign-in-limits.ts'
import { accountInWords } from './users.ts'

const userAnswer = dataOf(userSchema)
const signInAnswer = { ...userAnswer, 202: z.object({ secondStep: secondStepSchema }) }

/** What the account routes need. */
export type AccountDeps = {
  db: Database
  auth: Auth
  guards: Guards
  signInLimits: SignInLimits
  site: Site
}

/** Signing out, and who is signed in. */
function addSessionRoutes(app: App, { auth, guards }: Pick<AccountDeps, 'auth' | 'guards'>): void {
  app.post(
    apiPaths.signOut,
    {
      onRequest: guards.identify,
      schema: { response: noBody },
    },
    async (request, reply) => {
      reply.header('set-cookie', await auth.signOut(request.headers.cookie))
      // Drafts of notes and replies. What the back office loads is not stored anyway.
      reply.header('clear-site-data', '"storage"')
      return reply.code(204).send(null)
    },
  )

  app.get(apiPaths.currentUser, { schema: { response: userAnswer } }, async ({ user }) => {
    if (!user) throw notSignedIn()
    return { data: user }
  })
}

/** Signing in and out, and the first admin. */
export function accountRoutes({
  db,
  auth,
  guards,
  signInLimits,
  site,
}: AccountDeps): FastifyPluginAsyncZod {
  return async (app) => {
    app.post(
      apiPaths.signIn,
      {
        schema: { body: signInSchema, response: signInAnswer },
      },
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

    addSessionRoutes(app, { auth, guards })

    app.post(
      apiPaths.setupCheck,
      { schema: { body: linkSchema, response: noBody } },
      async (request, reply) => {
        await checkSetupLink(db, request.body.token)
        return reply.code(204).send(null)
      },
    )

    app.post(
      apiPaths.setup,
      { schema: { body: setupSchema, response: userAnswer } },
      async (request, reply) => {
        request.audit({})
        const { email, password } = request.body
        checkNewPassword(password, { site, email })
        const user = await redeemSetupLink(db, request.body)
        request.audit({ user })
        const { setCookie } = await auth.begin(browserOf(request), user.id, false)
        reply.header('set-cookie', setCookie)
        await signInLimits.rememberBrowser(reply, email)
        return { data: user }
      },
    )
  }
}
