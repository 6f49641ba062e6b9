import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Proof, ProofWay } from '#/contracts/accounts/accounts.ts'
import { api } from '#/contracts/endpoints/api.ts'
import { AppError, fieldError } from '../http/errors.ts'
import { serve } from '../http/serve.ts'
import { signedInSession, signedInUser } from '../http/sessions.ts'
import {
  codeSchema,
  knownPassword,
  nameSchema,
  passkeyJsonSchema,
  passkeySchema,
} from './account-schemas.ts'
import type { AccountsDeps } from './auth.ts'
import { appKeyUri, makeAppKey, takeAnyCode, takeAppCode, toBase32 } from './codes.ts'
import {
  confirmApp,
  type Factors,
  hasFactor,
  readFactors,
  removeApp,
  removePasskey,
  renamePasskey,
  renewRecoveryCodes,
  storeAppKey,
} from './factor-store.ts'
import { addPasskey, askNewPasskey, askPasskey, checkPasskey, passkeySite } from './passkeys.ts'
import { findByPassword } from './users.ts'

const proofSchema = z.discriminatedUnion('way', [
  z.object({
    way: z.literal('password'),
    password: knownPassword('Please enter your password.'),
  }),
  z.object({ way: z.literal('code'), code: codeSchema }),
  z.object({ way: z.literal('passkey'), response: passkeyJsonSchema }),
])

/** What follows a new factor: a session that was begun with it, and codes for a person who has none. */
async function afterAdding(
  { db, auth }: AccountsDeps,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { id } = signedInUser(request)
  const { recoveryCodesLeft } = await readFactors(db, id)
  const recoveryCodes = recoveryCodesLeft === 0 ? await renewRecoveryCodes(db, id) : []
  await auth.renew(request, reply, id, true)
  return { recoveryCodes }
}

function addAppRoutes(app: FastifyInstance, deps: AccountsDeps): void {
  const { db, site } = deps

  serve(app, api.beginCodeApp, {}, async (request) => {
    const { id, email } = signedInUser(request)
    if ((await readFactors(db, id)).hasApp) {
      throw new AppError('conflict', 'An app is already set up. Remove it to set up another one.')
    }
    const key = makeAppKey()
    await storeAppKey(db, id, key)
    const uri = appKeyUri(key, { issuer: site.name, account: email })
    return { uri, key: toBase32(Buffer.from(key)) }
  })

  serve(app, api.addCodeApp, { body: z.object({ code: codeSchema }) }, async (request, reply) => {
    request.audit({ subject: 'app' })
    const userId = signedInUser(request).id
    const typed = request.body.code
    if (!(await takeAppCode(db, { userId, typed, isSetUp: false }))) {
      throw fieldError('code', 'This isn’t the code your app shows now. Please try the next one.')
    }
    await confirmApp(db, userId)
    return afterAdding(deps, request, reply)
  })

  serve(app, api.removeCodeApp, {}, (request) => removeApp(db, signedInUser(request).id))

  serve(app, api.recoveryCodes, {}, async (request) => {
    const { id } = signedInUser(request)
    if (!hasFactor(await readFactors(db, id))) {
      throw new AppError('conflict', 'Set up an app or a passkey first.')
    }
    return { recoveryCodes: await renewRecoveryCodes(db, id) }
  })
}

function addPasskeyRoutes(app: FastifyInstance, deps: AccountsDeps): void {
  const { db } = deps

  serve(app, api.passkeyOptions, {}, (request, reply) =>
    askNewPasskey(deps, reply, signedInUser(request)),
  )

  serve(app, api.addPasskey, { body: passkeySchema }, async (request, reply) => {
    request.audit({ subject: 'passkey' })
    if (await addPasskey(deps, request, request.body.response))
      return afterAdding(deps, request, reply)
    throw new AppError(
      'invalid_request',
      'The passkey couldn’t be added, or it took too long. Please try again.',
    )
  })

  const renameSchema = z.object({ name: nameSchema(60) })
  serve(app, api.renamePasskey, { body: renameSchema }, async (request) => {
    const { params, body } = request
    await renamePasskey(db, signedInUser(request).id, { id: params.passkeyId, name: body.name })
  })

  serve(app, api.removePasskey, {}, (request) =>
    removePasskey(db, signedInUser(request).id, request.params.passkeyId),
  )
}

/** What a person with these factors proves with: a password does not do for a person who has one. */
export function proofWaysOf(factors: Factors): ProofWay[] {
  if (!hasFactor(factors)) return ['password']
  const isCode = factors.hasApp || factors.recoveryCodesLeft > 0
  return [
    ...(factors.passkeys.length > 0 ? (['passkey'] as const) : []),
    ...(isCode ? (['code'] as const) : []),
  ]
}

/** What is wrong with a proof, on the field that was filled in. */
const wrongProofs: Record<ProofWay, string> = {
  password: 'The password is wrong.',
  code: 'The code is wrong, or was already used.',
  passkey: 'That wasn’t one of your passkeys. Please try again.',
}

/** How a signed-in person proves again who they are, before what needs a fresh proof. */
function addProofRoutes(app: FastifyInstance, deps: AccountsDeps): void {
  const { db, auth } = deps

  /** True for a right proof of the signed-in user, of no less than they have. */
  async function isProven(request: FastifyRequest, proof: Proof): Promise<boolean> {
    const { id, email } = signedInUser(request)
    if (!proofWaysOf(await readFactors(db, id)).includes(proof.way)) return false
    if (proof.way === 'passkey') return (await checkPasskey(deps, request, proof.response)) === id
    if (proof.way === 'code') return (await takeAnyCode(db, id, proof.code)) !== undefined
    return (await findByPassword(db, email, proof.password)) === id
  }

  serve(app, api.proof, {}, async (request) => ({
    ways: proofWaysOf(await readFactors(db, signedInUser(request).id)),
  }))

  serve(app, api.prove, { body: proofSchema }, async (request, reply) => {
    const { id, email } = signedInUser(request)
    const { way } = request.body
    const check = () => isProven(request, request.body)
    // The response of a passkey cannot be guessed, so the wrong tries of others do not keep it out.
    const isRight = await (way === 'passkey' ? check() : auth.tryOnce(request, email, check))
    if (!isRight) throw fieldError(way, wrongProofs[way])
    const hasSecondFactor = way !== 'password' || signedInSession(request).hasSecondFactor
    await auth.renew(request, reply, id, hasSecondFactor)
  })

  serve(app, api.proofPasskey, {}, (request, reply) =>
    askPasskey(deps, reply, signedInUser(request).id),
  )
}

/** The second factors of the signed-in person, and the proof of who they are. */
export function addFactorRoutes(app: FastifyInstance, deps: AccountsDeps): void {
  const { db, site } = deps
  serve(app, api.secondFactors, {}, async (request) => {
    const { id, problem } = passkeySite(site.url)
    return {
      ...(await readFactors(db, signedInUser(request).id)),
      passkeyHost: id,
      passkeyProblem: problem ?? null,
      isLacking: signedInSession(request).lacksSecondFactor,
    }
  })

  addAppRoutes(app, deps)
  addPasskeyRoutes(app, deps)
  addProofRoutes(app, deps)
}
