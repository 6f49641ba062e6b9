import formbody from '@fastify/formbody'
import { eq, TransactionRollbackError } from 'drizzle-orm'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { fillWords } from '#/content/business.ts'
import { estimateErrors } from '#/content/estimate-errors.ts'
import { consent, earlierConsents } from '#/content/estimate-form.ts'
import { api } from '#/contracts/endpoints/api.ts'
import { submissionBodyLimit } from '#/contracts/leads/lead-fields.ts'
import type { EstimateResult, Site } from '#/contracts/pages/documents.ts'
import { type Attribution, clickIdNames, readVisit, utmNames } from '#/contracts/results/visits.ts'
import { urgentServiceId } from '#/contracts/site/services.ts'
import { requestPath } from '#/contracts/token-routes.ts'
import type { Database } from '#/server/db/database.ts'
import { leads } from '#/server/db/tables/schema.ts'
import { isProbeToken, type ProbeLook } from '#/server/health/send-probe.ts'
import { plainPath } from '#/server/http/answered.ts'
import { clientKey, createFromProxy } from '#/server/http/client-address.ts'
import { AppError, errorBody, prepareErrorReply } from '#/server/http/errors.ts'
import { hashLinkToken, makeLinkToken } from '#/server/http/link-tokens.ts'
import { createRateLimiter } from '#/server/http/rate-limits.ts'
import { Undecided } from '#/server/runtime/within.ts'
import { placeOf, whatIsKnown } from '#/server/texts/places.ts'
import { cleanHint } from '#/server/texts/texts.ts'
import { promiseOf } from '#/server/time/promises.ts'
import { serve } from '../../http/serve.ts'
import { findReasons } from './spam-signals.ts'
import { explainRefusal, type Submission, submissionSchema, typedValues } from './submission.ts'
import { createSubmitLead, hash, type ReceivedSubmission } from './submit-lead.ts'
import type { LeadTaker } from './take-lead.ts'

const longestText = 500

const campaignNames = [...utmNames, ...clickIdNames]

/** How a visit came about, from the browser's note. */
export function attributionOfVisit(
  visit: string | undefined,
  ownHosts: readonly string[],
): Attribution | undefined {
  const read = readVisit(visit, ownHosts)
  if (!read) return undefined
  const { first, referrer } = read
  const found: (readonly [keyof Attribution, string | null | undefined])[] = [
    // Of an address that leads nowhere only the beginning: it may be a secret that was mistyped.
    ['landingPage', plainPath(first.pathname) + first.search],
    ['referrer', referrer?.href],
    ...campaignNames.map((name) => [name, first.searchParams.get(name)] as const),
  ]
  const known = found.map(([name, text]) => [name, cleanHint(text ?? '', longestText)])
  return Object.fromEntries(known.filter(([, text]) => text !== undefined))
}

/** Stored in place of the wording of a version that is unknown. */
const unknownWording = 'The wording of this version isn’t on record.'

/**
 * The consent for the version and page that a form says it showed; undefined for a submission that
 * came from no form. A page opened before the wording changed gets the wording that it showed.
 */
function consentShown(
  { consentVersion: version, page }: Submission,
  siteName: string,
): ReceivedSubmission['consent'] {
  if (version === undefined) return undefined
  const { text, privacyLabel, termsLabel } = consent
  const now = `${text} ${privacyLabel}, ${termsLabel}`
  const shown = version === consent.version ? now : earlierConsents.get(version)
  return {
    text: (shown ?? unknownWording).replaceAll('{name}', () => siteName),
    version,
    page: page?.startsWith('/') ? page : null,
  }
}

/**
 * Does with a lead what is done with every lead, reads it back, and undoes all of it: no other
 * transaction sees the lead.
 */
async function storeUnseen(db: Database, received: ReceivedSubmission): Promise<void> {
  try {
    await db.transaction(async (tx) => {
      const lead = await createSubmitLead({ db: tx }, findReasons)(received)
      const [row] = await tx.select({ email: leads.email }).from(leads).where(eq(leads.id, lead.id))
      if (row?.email !== received.submission.email) throw new Error('the stored lead differs')
      tx.rollback()
    })
  } catch (error) {
    if (!(error instanceof TransactionRollbackError)) throw error
  }
}

export type ContactDeps = {
  db: Database
  site: Site
  /** Stores a submission, or rejects if nothing can store it. */
  take: LeadTaker['take']
  limits: { perMinute: number; perHour: number }
  trustProxy: string[] | false
  /** Sends a page after a form without JavaScript. */
  sendResultPage: (reply: FastifyReply, result: EstimateResult) => Promise<unknown>
}

const isPlainForm = (request: FastifyRequest) =>
  request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') ?? false

const refuse = (request: FastifyRequest, site: Site) => (err: unknown) => {
  if (err instanceof AppError) throw err
  const isUndecided = err instanceof Undecided
  request.log.error(
    { err },
    isUndecided ? 'a lead might not have been stored' : 'a lead could not be stored',
  )
  const text = isUndecided ? estimateErrors.notConfirmed : estimateErrors.notStored
  // A proxy sends a request that got 503 to the next process, and there is no time left for that.
  const status = isUndecided ? 504 : 503
  throw new AppError('unavailable', fillWords(text, site), { status, retryAfterSeconds: 30 })
}

/** Tells the installation's own request how it came here. */
function sendLook(
  request: FastifyRequest,
  reply: FastifyReply,
  isFromProxy: boolean,
): FastifyReply {
  const { ip, protocol, headers, socket } = request
  const data: ProbeLook = {
    clientAddress: clientKey(ip),
    peerAddress: clientKey(socket.remoteAddress),
    protocol,
    isFromProxy,
    forwardedFor: [headers['x-forwarded-for'] ?? null].flat().join(', ') || null,
  }
  reply.code(200)
  return reply.send({ data })
}

/** `POST /api/contact`: takes a submission, as JSON or as a plain form. */
export function contactRoutes(deps: ContactDeps): FastifyPluginAsync {
  const { db, site, take, limits, trustProxy, sendResultPage } = deps
  const siteHost = new URL(site.url).host
  const takeTurn = createRateLimiter(
    [
      { name: 'contact-minute', points: limits.perMinute, seconds: 60 },
      { name: 'contact-hour', points: limits.perHour, seconds: 3600 },
    ],
    estimateErrors.tooMany,
  )

  const isFromProxy = createFromProxy(trustProxy)

  /** A form with a token is the installation's own and never a lead; or else somebody made it up. */
  async function admit(request: FastifyRequest): Promise<void> {
    takeTurn(clientKey(request.ip))
    const { probe } = request.query as { probe?: unknown }
    if (probe !== undefined && !(await isProbeToken(db, String(probe)))) {
      throw new AppError('not_allowed', 'Only the site itself may check its form like this.')
    }
  }

  return async (app) => {
    await app.register(formbody)

    serve(
      app,
      api.contact,
      {
        bodyLimit: submissionBodyLimit,
        body: submissionSchema,
        status: 201,
        // After the body is read, so that a refused form can be shown again with what was typed.
        preValidation: admit,
        errorHandler: async (error, request, reply) => {
          const appError = prepareErrorReply(explainRefusal(error), request, reply)
          if (!isPlainForm(request)) return reply.send(errorBody(appError, request.id))
          const values = typedValues(request.body)
          return sendResultPage(reply, {
            form: values.form === 'message' ? 'message' : 'estimate',
            outcome: 'error',
            message: appError.message,
            fields: appError.details.fields ?? {},
            values,
          })
        },
      },
      async (request, reply) => {
        const { body } = request
        const token = makeLinkToken()
        const received: ReceivedSubmission = {
          submission: body,
          attribution: attributionOfVisit(body.visit, [siteHost, request.host]),
          consent: consentShown(body, site.name),
          confirmationClient: hash(clientKey(request.ip)),
          linkHash: hashLinkToken(token),
        }
        reply.header('cache-control', 'no-store')
        if ('probe' in (request.query as object)) {
          await storeUnseen(db, received).catch(refuse(request, site))
          return sendLook(request, reply, isFromProxy(request.socket))
        }
        const lead = await take(received).catch(refuse(request, site))
        const isUrgent = body.service === urgentServiceId
        const link = {
          reference: lead.reference,
          answerBy: lead.isHeld ? null : promiseOf(lead.createdAt.getTime(), isUrgent).answerBy,
          place: whatIsKnown(placeOf([body.address])),
          requestPath: lead.hasLink ? requestPath(token) : null,
        }
        if (isPlainForm(request)) {
          const form = body.form ?? 'estimate'
          const { service } = body
          await sendResultPage(reply.code(201), { form, outcome: 'success', service, ...link })
          return reply
        }
        const { submissionId, createdAt } = lead
        return { submissionId, createdAt: createdAt.toISOString(), ...link }
      },
    )
  }
}
