import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { type ProofWay, proofSchema, proofWaysSchema } from '#/contracts/accounts/proof.ts'
import { passkeyOptionsSchema } from '#/contracts/accounts/second-factors.ts'
import { apiPaths } from '#/contracts/routes.ts'
import type { Database } from '../db/database.ts'
import { AppError } from '../http/errors.ts'
import { signedInSession, signedInUser } from '../http/sessions.ts'
import type { Auth } from './auth.ts'
import { browserOf, setCookies } from './browser.ts'
import { proofWaysOf, prove } from './prove.ts'
import { readFactors } from './second-factors/factor-store.ts'
import { askPasskey } from './second-factors/second-step.ts'
import type { SignInLimits } from './sign-in-limits.ts'

/** What the routes of proofs need. */
export type ProofDeps = { db: Database; auth: Auth; signInLimits: SignInLimits }

/** What is wrong, on the field that was filled in. */
function wrongProof(way: ProofWay): AppError {
  const message = {
    password: 'The password is wrong.',
    code: 'The code is wrong, or was used before.',
    passkey: 'That was not one of your passkeys. Please try again.',
  }[way]
  return new AppError('invalid_request', message, { fields: { [way]: message } })
}

/** How whoever is signed in proves again who they are, before what needs a fresh proof. */
export function proofRoutes(deps: ProofDeps): FastifyPluginAsyncZod {
  const { db, signInLimits } = deps
  return async (app) => {
    app.get(
      apiPaths.proof,
      { schema: { response: { 200: z.object({ data: proofWaysSchema }) } } },
      async (request) => ({
        data: { ways: proofWaysOf(await readFactors(db, signedInUser(request).id)) },
      }),
    )

    app.post(
      apiPaths.proof,
      { schema: { body: proofSchema, response: { 204: z.null() } } },
      async (request, reply) => {
        const { id: userId, email } = signedInUser(request)
        const prover = { browser: browserOf(request), userId, session: signedInSession(request) }
        const check = () => prove(deps, prover, request.body)
        // Nobody guesses what a passkey answers, so the wrong tries of others do not keep it out.
        const isGuessable = request.body.way !== 'passkey'
        const cookies = await (isGuessable ? signInLimits.tryOnce(request, email, check) : check())
        if (!cookies) throw wrongProof(request.body.way)
        setCookies(reply, cookies)
        return reply.code(204).send(null)
      },
    )

    app.post(
      apiPaths.proofPasskey,
      {
        schema: { response: { 200: z.object({ data: passkeyOptionsSchema }) } },
      },
      async (request, reply) => {
        const { options, setCookie } = await askPasskey(deps, browserOf(request))
        setCookies(reply, setCookie)
        return { data: options }
      },
    )
  }
}
