import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { proofSchema, proofWaysSchema } from '#/contracts/proof.ts'
import { apiPaths } from '#/contracts/routes.ts'
import { AppError } from '../http/errors.ts'
import { type Guards, signedInSession, signedInUser } from '../http/sessions.ts'
import { type Auth, browserOf, setCookies } from './auth.ts'
import { checkProof } from './check-proof.ts'
import type { SignInLimits } from './sign-in-limits.ts'

/** What the routes of proofs need. */
export type ProofDeps = { auth: Auth; guards: Guards; signInLimits: SignInLimits }

/** How whoever is signed in proves again who they are, before what needs a fresh proof. */
export function proofRoutes({ auth, guards, signInLimits }: ProofDeps): FastifyPluginAsyncZod {
  return async (app) => {
    app.addHook('onRequest', guards.requireAccount)

    app.get(
      apiPaths.proof,
      { schema: { response: { 200: z.object({ data: proofWaysSchema }) } } },
      async () => ({ data: { ways: ['password' as const] } }),
    )

    app.post(
      apiPaths.proof,
      { config: { audit: 'proof' }, schema: { body: proofSchema, response: { 204: z.null() } } },
      async (request, reply) => {
        const browser = browserOf(request)
        const proven = await signInLimits.tryOnce(request, signedInUser(request).email, () =>
          checkProof(auth, browser, request.body),
        )
        if (!proven) {
          const message = 'The password is wrong.'
          throw new AppError('invalid_request', message, { fields: { password: message } })
        }
        setCookies(reply, await auth.renewSession(browser, signedInSession(request)))
        return reply.code(204).send(null)
      },
    )
  }
}
