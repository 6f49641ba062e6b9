import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { userSchema } from '#/contracts/accounts/accounts.ts'
import {
  codeSchema,
  passkeyJsonSchema,
  passkeyOptionsSchema,
} from '#/contracts/accounts/second-factors.ts'
import { apiPaths } from '#/contracts/routes.ts'
import { AppError } from '../../http/errors.ts'
import { browserOf, setCookies } from '../browser.ts'
import type { SignInLimits } from '../sign-in-limits.ts'
import { passkeySite } from './passkey-site.ts'
import {
  askPasskeyOfAnybody,
  firstStepOf,
  type SecondStepParts,
  signInByCode,
  signInByPasskey,
} from './second-step.ts'

/** The second step of a sign-in, and signing in with a passkey alone. */
export function secondStepRoutes(
  deps: SecondStepParts & { signInLimits: SignInLimits },
): FastifyPluginAsyncZod {
  const { siteUrl, signInLimits } = deps
  return async (app) => {
    app.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', 'no-store')
    })

    app.post(
      apiPaths.signInCode,
      {
        schema: {
          body: z.object({ code: codeSchema }),
          response: {
            200: z.object({ data: userSchema, recoveryCodesLeft: z.number().int().optional() }),
          },
        },
      },
      async (request, reply) => {
        const { code } = request.body
        const browser = browserOf(request)
        const { id: userId, email } = await firstStepOf(deps, browser)
        request.audit({ subject: email })
        const signedIn = await signInLimits.tryOnce(request, email, () =>
          signInByCode(deps, browser, { userId, code }),
        )
        if (!signedIn) {
          const message = 'The code is wrong, or was used before.'
          throw new AppError('invalid_request', message, { fields: { code: message } })
        }
        setCookies(reply, signedIn.setCookie)
        await signInLimits.rememberBrowser(reply, email)
        const { user, recoveryCodesLeft } = signedIn
        request.audit({ user, subject: recoveryCodesLeft === undefined ? 'app' : 'recovery code' })
        return { data: user, ...(recoveryCodesLeft !== undefined && { recoveryCodesLeft }) }
      },
    )

    app.post(
      apiPaths.signInPasskeyOptions,
      { schema: { response: { 200: z.object({ data: passkeyOptionsSchema }) } } },
      async (request, reply) => {
        const { problem } = passkeySite(siteUrl)
        if (problem) throw new AppError('conflict', problem)
        const { options, setCookie } = await askPasskeyOfAnybody(deps, browserOf(request))
        setCookies(reply, setCookie)
        return { data: options }
      },
    )

    app.post(
      apiPaths.signInPasskey,
      {
        schema: {
          body: z.object({ response: passkeyJsonSchema }),
          response: { 200: z.object({ data: userSchema }) },
        },
      },
      async (request, reply) => {
        request.audit({ subject: 'passkey' })
        const signedIn = await signInByPasskey(deps, browserOf(request), request.body.response)
        if (!signedIn) {
          throw new AppError(
            'not_signed_in',
            'This passkey does not belong to an account here, or it took too long. Please try again.',
          )
        }
        request.audit({ user: signedIn.user })
        setCookies(reply, signedIn.setCookie)
        await signInLimits.rememberBrowser(reply, signedIn.user.email)
        return { data: signedIn.user }
      },
    )
  }
}
