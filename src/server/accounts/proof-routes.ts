import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Proof, ProofWay } from '#/contracts/accounts/accounts.ts'
import { api } from '#/contracts/endpoints/api.ts'
import { fieldError } from '../http/errors.ts'
import { serve } from '../http/serve.ts'
import { signedInSession, signedInUser } from '../http/sessions.ts'
import { type Browser, browserOf } from './account-cookies.ts'
import { codeSchema, knownPassword, passkeyJsonSchema } from './account-schemas.ts'
import { takeAnyCode } from './codes.ts'
import { type Factors, hasFactor, readFactors } from './factor-store.ts'
import { askPasskey, checkPasskey } from './passkeys.ts'
import type { AccountsDeps } from './sign-in.ts'
import { isPasswordOf } from './users.ts'

const proofSchema = z.discriminatedUnion('way', [
  z.object({
    way: z.literal('password'),
    password: knownPassword('Please enter your password.'),
  }),
  z.object({ way: z.literal('code'), code: codeSchema }),
  z.object({ way: z.literal('passkey'), response: passkeyJsonSchema }),
])

/** What a person with these factors proves with: a password does not do for a person who has one. */
export function proofWaysOf(factors: Factors): ProofWay[] {
  if (!hasFactor(factors)) return ['password']
  const isCode = factors.hasApp || factors.recoveryCodesLeft > 0
  return [
    ...(factors.passkeys.length > 0 ? (['passkey'] as const) : []),
    ...(isCode ? (['code'] as const) : []),
  ]
}

/** True for a right proof of a user, of no less than they have. */
async function isProven(
  deps: AccountsDeps,
  { userId, browser }: { userId: string; browser: Browser },
  proof: Proof,
): Promise<boolean> {
  const { db } = deps
  if (!proofWaysOf(await readFactors(db, userId)).includes(proof.way)) return false
  if (proof.way === 'passkey') return (await checkPasskey(deps, browser, proof.response)) === userId
  if (proof.way === 'code') return (await takeAnyCode(db, userId, proof.code)) !== undefined
  return isPasswordOf(db, userId, proof.password)
}

/** What is wrong, on the field that was filled in. */
const wrongProofs: Record<ProofWay, string> = {
  password: 'The password is wrong.',
  code: 'The code is wrong, or was already used.',
  passkey: 'That wasn’t one of your passkeys. Please try again.',
}

/** How a signed-in person proves again who they are, before what needs a fresh proof. */
export function addProofRoutes(app: FastifyInstance, deps: AccountsDeps): void {
  const { db, auth, signInLimits } = deps
  serve(app, api.proof, {}, async (request) => ({
    ways: proofWaysOf(await readFactors(db, signedInUser(request).id)),
  }))

  serve(app, api.prove, { body: proofSchema }, async (request, reply) => {
    const { id: userId, email } = signedInUser(request)
    const browser = browserOf(request)
    const { way } = request.body
    const check = async () =>
      (await isProven(deps, { userId, browser }, request.body)) ? true : undefined
    // The response of a passkey cannot be guessed, so the wrong tries of others do not keep it out.
    const isRight = await (way === 'passkey'
      ? check()
      : signInLimits.tryOnce(request, email, check))
    if (!isRight) throw fieldError(way, wrongProofs[way])
    const hasSecondFactor = way !== 'password' || signedInSession(request).hasSecondFactor
    const { setCookie } = await auth.renew(browser, userId, hasSecondFactor)
    reply.header('set-cookie', setCookie)
  })

  serve(app, api.proofPasskey, {}, async (request, reply) => {
    const { options, setCookie } = await askPasskey(deps, signedInUser(request).id)
    reply.header('set-cookie', setCookie)
    return options
  })
}
