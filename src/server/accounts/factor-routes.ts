import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import {
  addPasskeySchema,
  appKeySchema,
  codeSchema,
  newRecoveryCodesSchema,
  passkeyNameSchema,
  passkeyOptionsSchema,
  type SecondFactors,
  secondFactorsSchema,
} from '#/contracts/accounts/second-factors.ts'
import { api } from '#/contracts/endpoints/api.ts'
import { sentText } from '#/contracts/text.ts'
import { type App, dataOf, noBody } from '../http/answer-schemas.ts'
import { AppError } from '../http/errors.ts'
import { signedInSession, signedInUser } from '../http/sessions.ts'
import { browserOf } from './account-cookies.ts'
import { appKeyUri, makeAppKey, takeAppCode, toBase32 } from './codes.ts'
import {
  confirmApp,
  hasFactor,
  readFactors,
  removeApp,
  removePasskey,
  renamePasskey,
  renewRecoveryCodes,
  requiresSecondFactor,
  storeAppKey,
} from './factor-store.ts'
import { addPasskey, askNewPasskey, passkeySite } from './passkeys.ts'
import type { AccountsDeps } from './sign-in.ts'

const passkeyParams = z.object({ passkeyId: sentText().min(1).max(100) })

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
  return { data: { recoveryCodes } }
}

/** The app, and the recovery codes. */
function addAppRoutes(app: App, deps: AccountsDeps): void {
  const { db, site } = deps

  app.post(
    api.beginCodeApp.path,
    { schema: { response: dataOf(appKeySchema) } },
    async (request) => {
      const { id, email } = signedInUser(request)
      if ((await readFactors(db, id)).hasApp) {
        throw new AppError('conflict', 'An app is set up already. Remove it to set up another one.')
      }
      const key = makeAppKey()
      await storeAppKey(db, id, key)
      const uri = appKeyUri(key, { issuer: site.name, account: email })
      return { data: { uri, key: toBase32(key) } }
    },
  )

  app.post(
    api.addCodeApp.path,
    { schema: { body: z.object({ code: codeSchema }), response: dataOf(newRecoveryCodesSchema) } },
    async (request, reply) => {
      request.audit({ subject: 'app' })
      const userId = signedInUser(request).id
      const typed = request.body.code
      if (!(await takeAppCode(db, { userId, typed, isSetUp: false }))) {
        const message = 'This is not the code that the app shows now. Please try the next one.'
        throw new AppError('invalid_request', message, { fields: { code: message } })
      }
      await confirmApp(db, userId)
      return afterAdding(deps, request, reply)
    },
  )

  app.delete(api.removeCodeApp.path, { schema: { response: noBody } }, async (request, reply) => {
    await removeApp(db, signedInUser(request).id)
    return reply.code(204).send(null)
  })

  app.post(
    api.recoveryCodes.path,
    { schema: { response: dataOf(newRecoveryCodesSchema) } },
    async (request) => {
      const { id } = signedInUser(request)
      if (!hasFactor(await readFactors(db, id))) {
        throw new AppError('conflict', 'Set up an app or a passkey first.')
      }
      return { data: { recoveryCodes: await renewRecoveryCodes(db, id) } }
    },
  )
}

function addPasskeyRoutes(app: App, deps: AccountsDeps): void {
  const { db, site } = deps

  app.post(
    api.passkeyOptions.path,
    { schema: { response: dataOf(passkeyOptionsSchema) } },
    async (request, reply) => {
      const { problem } = passkeySite(site.url)
      if (problem) throw new AppError('conflict', problem)
      const { options, setCookie } = await askNewPasskey(deps, signedInUser(request))
      reply.header('set-cookie', setCookie)
      return { data: options }
    },
  )

  app.post(
    api.addPasskey.path,
    { schema: { body: addPasskeySchema, response: dataOf(newRecoveryCodesSchema) } },
    async (request, reply) => {
      request.audit({ subject: 'passkey' })
      const person = { userId: signedInUser(request).id, browser: browserOf(request) }
      if (await addPasskey(deps, person, request.body)) return afterAdding(deps, request, reply)
      throw new AppError(
        'invalid_request',
        'The passkey could not be added, or it took too long. Please try again.',
      )
    },
  )

  app.patch(
    api.renamePasskey.path,
    {
      schema: {
        params: passkeyParams,
        body: z.object({ name: passkeyNameSchema }),
        response: noBody,
      },
    },
    async (request, reply) => {
      const { params, body } = request
      await renamePasskey(db, signedInUser(request).id, { id: params.passkeyId, name: body.name })
      return reply.code(204).send(null)
    },
  )

  app.delete(
    api.removePasskey.path,
    { schema: { params: passkeyParams, response: noBody } },
    async (request, reply) => {
      await removePasskey(db, signedInUser(request).id, request.params.passkeyId)
      return reply.code(204).send(null)
    },
  )
}

/** The second factors of the signed-in person. */
export function factorRoutes(deps: AccountsDeps): FastifyPluginAsyncZod {
  const { db, site } = deps
  return async (app) => {
    app.get(
      api.secondFactors.path,
      { schema: { response: dataOf(secondFactorsSchema) } },
      async (request) => {
        const { id, problem } = passkeySite(site.url)
        const factors: SecondFactors = {
          ...(await readFactors(db, signedInUser(request).id)),
          passkeyHost: id,
          passkeyProblem: problem ?? null,
          isRequired: await requiresSecondFactor(db),
          isLacking: signedInSession(request).lacksSecondFactor,
        }
        return { data: factors }
      },
    )

    addAppRoutes(app, deps)
    addPasskeyRoutes(app, deps)
  }
}
