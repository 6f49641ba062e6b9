import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { api } from '#/contracts/endpoints/api.ts'
import { AppError, fieldError } from '../http/errors.ts'
import { type Limit, takeUse } from '../http/rate-limits.ts'
import { serve } from '../http/serve.ts'
import { browserOf } from './account-cookies.ts'
import { codeSchema, passkeyJsonSchema } from './account-schemas.ts'
import { signInEnded } from './auth.ts'
import { takeAnyCode } from './codes.ts'
import { readFactors } from './factor-store.ts'
import { askPasskey, checkPasskey, passkeySite } from './passkeys.ts'
import { type AccountsDeps, signIn } from './sign-in.ts'

/** Codes for one first step: while it lasts, which is ten minutes, none of them comes back. */
const codesOfStep: Limit = { name: 'second-step', points: 5, seconds: 3000 }

/** The second step of a sign-in, and signing in with a passkey alone. */
export function addSecondStepRoutes(app: FastifyInstance, deps: AccountsDeps): void {
  const { db, auth, site, signInLimits } = deps
  serve(
    app,
    api.signInCode,
    {
      body: z.object({ code: codeSchema }),
    },
    async (request, reply) => {
      const browser = browserOf(request)
      const { userId, email, key } = await auth.readFirstStep(browser.cookie)
      request.audit({ subject: email })
      const kind = await signInLimits.tryOnce(request, email, async () => {
        if ((await takeUse(db, codesOfStep, key)) !== undefined) throw signInEnded()
        return takeAnyCode(db, userId, request.body.code)
      })
      if (!kind) throw fieldError('code', 'The code is wrong, or was already used.')
      const user = await signIn(deps, request, reply, { userId, hasSecondFactor: true })
      request.audit({ subject: kind })
      reply.header('set-cookie', await auth.endFirstStep(browser.cookie))
      if (kind === 'app') return user
      return { ...user, recoveryCodesLeft: (await readFactors(db, userId)).recoveryCodesLeft }
    },
  )

  serve(app, api.signInPasskeyOptions, {}, async (_request, reply) => {
    const { problem } = passkeySite(site.url)
    if (problem) throw new AppError('conflict', problem)
    const { options, setCookie } = await askPasskey(deps)
    reply.header('set-cookie', setCookie)
    return options
  })

  serve(
    app,
    api.signInPasskey,
    { body: z.object({ response: passkeyJsonSchema }) },
    async (request, reply) => {
      request.audit({ subject: 'passkey' })
      const userId = await checkPasskey(deps, browserOf(request), request.body.response)
      if (userId === undefined) {
        throw new AppError(
          'not_signed_in',
          'This passkey doesn’t belong to an account here, or it took too long. Please try again.',
        )
      }
      return await signIn(deps, request, reply, { userId, hasSecondFactor: true })
    },
  )
}
