import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { api } from '#/contracts/endpoints/api.ts'
import { AppError, fieldError } from '../http/errors.ts'
import { type Limit, takeUse } from '../http/rate-limits.ts'
import { serve } from '../http/serve.ts'
import { notSignedIn } from '../http/sessions.ts'
import { emailSchema } from '../texts/values.ts'
import {
  codeSchema,
  knownPassword,
  linkSchema,
  linkTokenSchema,
  newPasswordSchema,
  passkeySchema,
} from './account-schemas.ts'
import { type AccountsDeps, signInEnded } from './auth.ts'
import { takeAnyCode } from './codes.ts'
import { addFactorRoutes } from './factor-routes.ts'
import { readFactors } from './factor-store.ts'
import { checkSetupLink, redeemSetupLink } from './first-admin.ts'
import { addMyAccountRoutes } from './my-account-routes.ts'
import { askPasskey, checkPasskey } from './passkeys.ts'
import { addTeamRoutes } from './team.ts'
import { accountInWords, hasAdmin } from './users.ts'

const setupSchema = z.object({
  token: linkTokenSchema,
  email: emailSchema,
  password: newPasswordSchema,
})

const signInSchema = z.object({
  email: emailSchema,
  password: knownPassword('Please enter your password.'),
})

/** Codes for one first step: while it lasts, which is ten minutes, none of them comes back. */
const codesOfStep: Limit = { name: 'second-step', points: 5, seconds: 3000 }

/** Signing in with a password, signing out, and who is signed in. */
function addSessionRoutes(app: FastifyInstance, { db, auth, guards }: AccountsDeps): void {
  serve(app, api.signIn, { body: signInSchema }, async (request, reply) => {
    const { email } = request.body
    request.audit({})
    const signedIn = await auth.tryOnce(request, email, async () => {
      request.audit({ subject: await accountInWords(db, email) })
      return auth.signIn(request, reply, request.body)
    })
    if (!signedIn)
      throw new AppError('not_signed_in', 'The email address or the password is wrong.')
    request.audit('ways' in signedIn ? { action: 'sign-in.first-step' } : { subject: undefined })
    return signedIn
  })

  serve(app, api.signOut, { onRequest: guards.identify }, async (request, reply) => {
    await auth.signOut(request, reply)
    // Drafts of notes and replies. What the back office loads is not stored anyway.
    reply.header('clear-site-data', '"storage"')
  })

  serve(app, api.currentUser, {}, async ({ user }) => {
    if (!user) throw notSignedIn()
    return user
  })
}

/** The second step of a sign-in, and signing in with a passkey alone. */
function addSecondStepRoutes(app: FastifyInstance, deps: AccountsDeps): void {
  const { db, auth } = deps
  serve(app, api.signInCode, { body: z.object({ code: codeSchema }) }, async (request, reply) => {
    const { userId, email, key } = await auth.readFirstStep(request)
    request.audit({ subject: email })
    const kind = await auth.tryOnce(request, email, async () => {
      if ((await takeUse(db, codesOfStep, key)) !== undefined) throw signInEnded()
      return takeAnyCode(db, userId, request.body.code)
    })
    if (!kind) throw fieldError('code', 'The code is wrong, or was already used.')
    const user = await auth.begin(request, reply, userId, true)
    request.audit({ subject: kind })
    await auth.endFirstStep(request, reply)
    if (kind === 'app') return user
    return { ...user, recoveryCodesLeft: (await readFactors(db, userId)).recoveryCodesLeft }
  })

  serve(app, api.signInPasskeyOptions, {}, (_request, reply) => askPasskey(deps, reply))

  serve(app, api.signInPasskey, { body: passkeySchema }, async (request, reply) => {
    request.audit({ subject: 'passkey' })
    const userId = await checkPasskey(deps, request, request.body.response)
    if (userId !== undefined) return auth.begin(request, reply, userId, true)
    throw new AppError(
      'not_signed_in',
      'This passkey doesn’t belong to an account here, or it took too long. Please try again.',
    )
  })
}

function addSetupRoutes(app: FastifyInstance, { db, auth, mails }: AccountsDeps): void {
  let isSetUp = false
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
    const { id } = await redeemSetupLink(db, request.body)
    return auth.begin(request, reply, id, false)
  })
}

/** Everything that people do with accounts. None of it is kept by a cache. */
export const accountsRoutes = (deps: AccountsDeps) => async (app: FastifyInstance) => {
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
  })
  addSessionRoutes(app, deps)
  addSecondStepRoutes(app, deps)
  addSetupRoutes(app, deps)
  addFactorRoutes(app, deps)
  addMyAccountRoutes(app, deps)
  addTeamRoutes(app, deps)
}
