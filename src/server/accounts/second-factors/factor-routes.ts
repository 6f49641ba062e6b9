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
import { apiPaths } from '#/contracts/routes.ts'
import { sentText } from '#/contracts/text.ts'
import { AppError } from '../../http/errors.ts'
import { signedInSession, signedInUser } from '../../http/sessions.ts'
import { requiresSecondFactor } from '../account-settings.ts'
import { browserOf, setCookies } from '../browser.ts'
import {
  hasFactor,
  readFactors,
  removeApp,
  removePasskey,
  renamePasskey,
  renewRecoveryCodes,
} from './factor-store.ts'
import { passkeySite } from './passkey-site.ts'
import {
  type AddedFactor,
  addPasskey,
  askNewPasskey,
  beginApp,
  endApp,
  type Person,
  type SetUpParts,
} from './set-up.ts'

/** What the routes of one's own second factors need. */
export type FactorDeps = SetUpParts & { siteUrl: string }

type App = Parameters<FastifyPluginAsyncZod>[0]

const data = <Schema extends z.ZodType>(schema: Schema) => ({ 200: z.object({ data: schema }) })
const nothing = { 204: z.null() }
const passkeyParams = z.object({ passkeyId: sentText().min(1).max(100) })

const personOf = (request: FastifyRequest): Person => ({
  user: signedInUser(request),
  sessionId: signedInSession(request).id,
  browser: browserOf(request),
})

function answerAdded(reply: FastifyReply, { recoveryCodes, setCookie }: AddedFactor) {
  setCookies(reply, setCookie)
  return { data: { recoveryCodes } }
}

/** The app, and the recovery codes. */
function addAppRoutes(app: App, deps: FactorDeps): void {
  const { db } = deps

  app.post(
    apiPaths.codeApp,
    {
      schema: { response: data(appKeySchema) },
    },
    async (request) => ({
      data: await beginApp(deps, signedInUser(request)),
    }),
  )

  app.post(
    apiPaths.codeAppFirstCode,
    {
      schema: { body: z.object({ code: codeSchema }), response: data(newRecoveryCodesSchema) },
    },
    async (request, reply) => {
      request.audit({ subject: 'app' })
      const added = await endApp(deps, personOf(request), request.body.code)
      if (added) return answerAdded(reply, added)
      const message = 'This is not the code that the app shows now. Please try the next one.'
      throw new AppError('invalid_request', message, { fields: { code: message } })
    },
  )

  app.delete(apiPaths.codeApp, { schema: { response: nothing } }, async (request, reply) => {
    await removeApp(db, signedInUser(request).id)
    return reply.code(204).send(null)
  })

  app.post(
    apiPaths.recoveryCodes,
    {
      schema: { response: data(newRecoveryCodesSchema) },
    },
    async (request) => {
      const { id } = signedInUser(request)
      if (!hasFactor(await readFactors(db, id))) {
        throw new AppError('conflict', 'Set up an app or a passkey first.')
      }
      return { data: { recoveryCodes: await renewRecoveryCodes(db, id) } }
    },
  )
}

function addPasskeyRoutes(app: App, deps: FactorDeps): void {
  const { db, siteUrl } = deps

  app.post(
    apiPaths.passkeyOptions,
    {
      schema: { response: data(passkeyOptionsSchema) },
    },
    async (request, reply) => {
      const { problem } = passkeySite(siteUrl)
      if (problem) throw new AppError('conflict', problem)
      const { options, setCookie } = await askNewPasskey(deps, browserOf(request))
      setCookies(reply, setCookie)
      return { data: options }
    },
  )

  app.post(
    apiPaths.passkeys,
    {
      schema: { body: addPasskeySchema, response: data(newRecoveryCodesSchema) },
    },
    async (request, reply) => {
      request.audit({ subject: 'passkey' })
      const added = await addPasskey(deps, personOf(request), request.body)
      if (added) return answerAdded(reply, added)
      throw new AppError(
        'invalid_request',
        'The passkey could not be added, or it took too long. Please try again.',
      )
    },
  )

  app.patch(
    apiPaths.passkey,
    {
      schema: {
        params: passkeyParams,
        body: z.object({ name: passkeyNameSchema }),
        response: nothing,
      },
    },
    async (request, reply) => {
      const { params, body } = request
      await renamePasskey(db, signedInUser(request).id, { id: params.passkeyId, name: body.name })
      return reply.code(204).send(null)
    },
  )

  app.delete(
    apiPaths.passkey,
    {
      schema: { params: passkeyParams, response: nothing },
    },
    async (request, reply) => {
      await removePasskey(db, signedInUser(request).id, request.params.passkeyId)
      return reply.code(204).send(null)
    },
  )
}

/** The second factors of whoever is signed in. */
export function factorRoutes(deps: FactorDeps): FastifyPluginAsyncZod {
  const { db, siteUrl } = deps
  return async (app) => {
    app.get(
      apiPaths.secondFactors,
      { schema: { response: data(secondFactorsSchema) } },
      async (request) => {
        const { id, problem } = passkeySite(siteUrl)
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
