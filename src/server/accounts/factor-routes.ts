import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { api } from '#/contracts/endpoints/api.ts'
import { AppError, fieldError } from '../http/errors.ts'
import { serve } from '../http/serve.ts'
import { signedInSession, signedInUser } from '../http/sessions.ts'
import { browserOf } from './account-cookies.ts'
import { codeSchema, nameSchema, passkeyJsonSchema } from './account-schemas.ts'
import { appKeyUri, makeAppKey, takeAppCode, toBase32 } from './codes.ts'
import {
  confirmApp,
  hasFactor,
  readFactors,
  removeApp,
  removePasskey,
  renamePasskey,
  renewRecoveryCodes,
  storeAppKey,
} from './factor-store.ts'
import { addPasskey, askNewPasskey, passkeySite } from './passkeys.ts'
import type { AccountsDeps } from './sign-in.ts'

const passkeyNameSchema = nameSchema(60)

/** Without a name the passkey is called by its device. */
const addPasskeySchema = z.object({
  name: passkeyNameSchema.optional(),
  response: passkeyJsonSchema,
})

/** What follows a new factor: a session that was begun with it, and codes for a person who has none. */
async function afterAdding(
  { db, auth }: AccountsDeps,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { id } = signedInUser(request)
  const { recoveryCodesLeft } = await readFactors(db, id)
  const recoveryCodes = recoveryCodesLeft === 0 ? await renewRecoveryCodes(db, id) : []
  const { setCookie } = await auth.renew(browserOf(request), id, true)
  reply.header('set-cookie', setCookie)
  return { recoveryCodes }
}

/** The app, and the recovery codes. */
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

  serve(app, api.removeCodeApp, {}, async (request) => {
    await removeApp(db, signedInUser(request).id)
  })

  serve(app, api.recoveryCodes, {}, async (request) => {
    const { id } = signedInUser(request)
    if (!hasFactor(await readFactors(db, id))) {
      throw new AppError('conflict', 'Set up an app or a passkey first.')
    }
    return { recoveryCodes: await renewRecoveryCodes(db, id) }
  })
}

function addPasskeyRoutes(app: FastifyInstance, deps: AccountsDeps): void {
  const { db, site } = deps

  serve(app, api.passkeyOptions, {}, async (request, reply) => {
    const { problem } = passkeySite(site.url)
    if (problem) throw new AppError('conflict', problem)
    const { options, setCookie } = await askNewPasskey(deps, signedInUser(request))
    reply.header('set-cookie', setCookie)
    return options
  })

  serve(app, api.addPasskey, { body: addPasskeySchema }, async (request, reply) => {
    request.audit({ subject: 'passkey' })
    const person = { userId: signedInUser(request).id, browser: browserOf(request) }
    if (await addPasskey(deps, person, request.body)) return afterAdding(deps, request, reply)
    throw new AppError(
      'invalid_request',
      'The passkey couldn’t be added, or it took too long. Please try again.',
    )
  })

  serve(
    app,
    api.renamePasskey,
    { body: z.object({ name: passkeyNameSchema }) },
    async (request) => {
      const { params, body } = request
      await renamePasskey(db, signedInUser(request).id, { id: params.passkeyId, name: body.name })
    },
  )

  serve(app, api.removePasskey, {}, async (request) => {
    await removePasskey(db, signedInUser(request).id, request.params.passkeyId)
  })
}

/** The second factors of the signed-in person. */
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
}
