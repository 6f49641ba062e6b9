import formbody from '@fastify/formbody'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { fillWords } from '#/content/business.ts'
import { estimateErrors } from '#/content/estimate-errors.ts'
import { placeOf, whatIsKnown } from '#/content/places.ts'
import { probeHeader } from '#/contracts/health/probe.ts'
import { submissionBodyLimit } from '#/contracts/leads/lead-fields.ts'
import { submissionResponseSchema, submissionSchema } from '#/contracts/leads/leads.ts'
import type { EstimateResult, Site } from '#/contracts/pages/documents.ts'
import { apiPaths, requestPath } from '#/contracts/routes.ts'
import { urgentServiceId } from '#/contracts/site/services.ts'
import type { Database } from '#/server/db/database.ts'
import { clientKey, countedKeys } from '#/server/http/client-address.ts'
import { AppError, errorBody, prepareErrorReply } from '#/server/http/errors.ts'
import { hashLinkToken, makeLinkToken } from '#/server/http/link-tokens.ts'
import { createRateLimiter } from '#/server/http/rate-limits.ts'
import { Undecided } from '#/server/runtime/within.ts'
import { dayAndTime, promisedBy } from '#/server/time/promises.ts'
import { attributionOfVisit, visitOfReferer } from './attribution.ts'
import { consentShown } from './consent.ts'
import { explainRefusal, typedValues } from './refused-submission.ts'
import { hash, type ReceivedSubmission } from './submit-lead.ts'
import type { LeadTaker, TakenLead } from './take-lead.ts'

/** Takes the lead of a probe. Resolves with undefined if it has come through before, or is over. */
type TakeProbe = (received: ReceivedSubmission) => Promise<TakenLead | undefined>

/** The probe that a request belongs to, by its header; undefined for an ordinary request. */
export type RecogniseProbe = (
  header: string | string[] | undefined,
) => Promise<TakeProbe | undefined>

export type ContactDeps = {
  db: Database
  site: Site
  /** Stores a submission, or rejects if nothing can store it. */
  take: LeadTaker['take']
  limits: { perMinute: number; perHour: number }
  recogniseProbe: RecogniseProbe
  /** Sends a page after a form without JavaScript. */
  sendResultPage: (reply: FastifyReply, result: EstimateResult) => Promise<unknown>
}

const isPlainForm = (request: FastifyRequest) =>
  request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') ?? false

/** Tells the visitor why a submission was not taken. */
const refuse = (request: FastifyRequest, site: Site) => (err: unknown) => {
  if (err instanceof AppError) throw err
  const isUndecided = err instanceof Undecided
  request.log.error(
    { err },
    isUndecided ? 'a lead may not be stored' : 'a lead could not be stored',
  )
  const text = isUndecided ? estimateErrors.notConfirmed : estimateErrors.notStored
  // A proxy sends a request that got 503 to the next process, and there is no time left for that.
  const status = isUndecided ? 504 : 503
  throw new AppError('unavailable', fillWords(text, site), { status, retryAfterSeconds: 30 })
}

/** `POST /api/contact`: takes a submission, as JSON or as a plain form. */
export function contactRoutes(deps: ContactDeps): FastifyPluginAsyncZod {
  const { db, site, take, limits, recogniseProbe, sendResultPage } = deps
  const siteHost = new URL(site.url).host
  const limiter = createRateLimiter(
    db,
    [
      { name: 'contact-minute', points: limits.perMinute, seconds: 60 },
      { name: 'contact-hour', points: limits.perHour, seconds: 3600 },
    ],
    estimateErrors.tooMany,
  )

  const probes = new WeakMap<FastifyRequest, TakeProbe>()

  /** A probe does not use up the limits of visitors. */
  async function admit(request: FastifyRequest): Promise<void> {
    const header = request.headers[probeHeader]
    const takeProbe = header === undefined ? undefined : await recogniseProbe(header)
    if (takeProbe) probes.set(request, takeProbe)
    else limiter.consume(clientKey(request.ip))
  }

  async function takeOf(request: FastifyRequest, received: ReceivedSubmission): Promise<TakenLead> {
    const takeProbe = probes.get(request)
    if (!takeProbe) return take(received)
    const taken = await takeProbe(received)
    if (taken) return taken
    // A proxy that had no response sent it again, or kept it too long. Only the installation can
    // make the header, so it is not a visitor's lead.
    limiter.consume(clientKey(request.ip))
    throw new AppError('conflict', 'This check came twice, or too late. Nothing was stored.')
  }

  const ownHosts = ({ host }: FastifyRequest) => [siteHost, host]

  const visitOf = (request: FastifyRequest, sent: string | undefined) =>
    sent ?? visitOfReferer(request.headers.referer, ownHosts(request))

  return async (app) => {
    await app.register(formbody)

    app.post(
      apiPaths.contact,
      {
        bodyLimit: submissionBodyLimit,
        schema: { body: submissionSchema, response: { 201: submissionResponseSchema } },
        // After the body is read, so that a refused form can be shown again with what was typed.
        preValidation: admit,
        errorHandler: async (error, request, reply) => {
          const appError = prepareErrorReply(explainRefusal(error), request, reply)
          if (!isPlainForm(request)) return reply.send(errorBody(appError, request.id) as never)
          const values = typedValues(request.body)
          const visit = visitOf(request, values.visit)
          return sendResultPage(reply, {
            form: values.form === 'message' ? 'message' : 'estimate',
            outcome: 'error',
            message: appError.message,
            fields: appError.details.fields ?? {},
            values: { ...values, ...(visit && { visit }) },
          })
        },
      },
      async (request, reply) => {
        const { body } = request
        const token = makeLinkToken()
        const received: ReceivedSubmission = {
          submission: body,
          attribution: attributionOfVisit(visitOf(request, body.visit), ownHosts(request)),
          consent: consentShown(body.consentVersion, body.page, site.name),
          confirmationClient: countedKeys(clientKey(request.ip))
            .map(([key]) => hash(key))
            .join(' '),
          linkHash: hashLinkToken(token),
        }
        const lead = await takeOf(request, received).catch(refuse(request, site))
        reply.header('cache-control', 'no-store').code(201)
        const isUrgent = body.service === urgentServiceId
        const link = {
          reference: lead.reference,
          answerBy: lead.isHeld ? null : dayAndTime(promisedBy(lead.createdAt, isUrgent)),
          place: whatIsKnown(placeOf([body.address])),
          requestPath: lead.hasLink ? requestPath(token) : null,
        }
        if (isPlainForm(request)) {
          const form = body.form ?? 'estimate'
          const { service } = body
          return sendResultPage(reply, { form, outcome: 'success', service, ...link }) as never
        }
        const { submissionId, createdAt } = lead
        return { data: { submissionId, createdAt: createdAt.toISOString(), ...link } }
      },
    )
  }
}
