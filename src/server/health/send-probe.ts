import { createHmac, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { api } from '#/contracts/endpoints/api.ts'
import { pagePaths } from '#/contracts/site-routes.ts'
import type { Config } from '../config/config.ts'
import type { Database } from '../db/database.ts'
import { certificateFailure } from '../db/failures.ts'
import { readSecret } from '../db/secrets.ts'
import { hashesAreEqual } from '../http/link-tokens.ts'
import { repeat } from '../jobs/loop.ts'
import { parseJson } from '../runtime/parse-json.ts'
import { type Found, type Health, present } from './health.ts'

/** What the server sees of a request that the installation sends itself. */
const probeLookSchema = z.object({
  /** The client's address, as limits count it. */
  clientAddress: z.string(),
  protocol: z.string(),
  /** The address that connects: the proxy's, if there is one. */
  peerAddress: z.string(),
  /** `X-Forwarded-For` as it came; null for none. */
  forwardedFor: z.string().nullable(),
  /** The peer is in TRUST_PROXY. */
  isFromProxy: z.boolean(),
})

export type ProbeLook = z.infer<typeof probeLookSchema>

/** Clocks of machines that share a database may differ by some minutes. */
const validForMs = 5 * 60_000

const answerMs = 30_000

/** The key also signs the cookies of known browsers, with other words before what it signs. */
async function sign(db: Database, madeAt: string): Promise<string> {
  const key = await readSecret(db, 'known-browsers')
  return createHmac('sha256', key).update(`probe:${madeAt}`).digest('base64url')
}

/** Makes the text that proves a request to be the installation's own. */
export async function makeProbeToken(db: Database, now = Date.now()): Promise<string> {
  return `${now}.${await sign(db, `${now}`)}`
}

/** Returns whether this installation has made the text, not long ago. */
export async function isProbeToken(db: Database, token: string): Promise<boolean> {
  const [, madeAt = '', signature = ''] = /^(\d{1,15})\.([\w-]{43})$/.exec(token) ?? []
  if (!(Math.abs(Date.now() - Number(madeAt)) <= validForMs)) return false
  return hashesAreEqual(signature, await sign(db, madeAt))
}

/** The probe has failed. The message is a sentence for the owner. */
export class ProbeFailed extends Error {}

/** Why there was no response at all. */
function explainNoAnswer(error: unknown, { host }: URL): string {
  const { name, cause } = error as Error & { cause?: { code?: string } }
  const code = cause?.code ?? ''
  if (name === 'TimeoutError' || name === 'AbortError' || code.includes('TIMEOUT')) {
    return `The site didn’t answer in time at ${host}.`
  }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return `DNS has no address for ${host}.`
  if (certificateFailure.test(code)) {
    return `Browsers don’t trust the certificate of ${host} (${code}).`
  }
  return `Nothing answers at ${host}${code ? ` (${code})` : ''}.`
}

/** A submission without any sign of spam. */
const probeLead = (phone: string) => ({
  submissionId: randomUUID(),
  name: 'Site check',
  // Not of the site's domain: a name without a dot, as in a network at home, is refused in an
  // email address.
  email: 'check@site.example',
  phone,
  service: 'ac-repair',
  message: `This was sent by the site itself, to see that requests arrive: ${new Date().toISOString()}`,
  form: 'estimate',
  page: pagePaths.home,
  shownForMs: 60_000,
})

/** Where the product sends the form of a visitor, and what it needs to prove whose it is. */
export type ProbeDeps = {
  db: Database
  site: { url: string; apiBaseUrl: string; phone: string }
  /** Headers that the request has besides. */
  headers?: Record<string, string>
  stop?: AbortSignal
}

/**
 * Sends the form through the public address, as a visitor's browser does. The process that gets it
 * stores it, undoes that, and says what it saw. Throws a `ProbeFailed` where that did not happen.
 */
export async function sendProbe({ db, site, headers, stop }: ProbeDeps): Promise<ProbeLook> {
  const url = new URL(api.contact.path, site.apiBaseUrl || site.url)
  // In the address, because a proxy passes that on whole: without the token the form would be a lead.
  url.searchParams.set('probe', await makeProbeToken(db))
  const limit = AbortSignal.timeout(answerMs)
  try {
    const response = await fetch(url, {
      method: 'POST',
      signal: stop ? AbortSignal.any([stop, limit]) : limit,
      redirect: 'manual',
      headers: {
        'user-agent': 'Breezeway',
        'content-type': 'application/json',
        origin: site.url,
        ...headers,
      },
      body: JSON.stringify(probeLead(site.phone)),
    })
    const body = parseJson(await response.text()) as
      | { data?: unknown; message?: string }
      | undefined
    const look = probeLookSchema.safeParse(body?.data)
    if (look.success) return look.data
    throw new ProbeFailed(
      body?.message
        ? `The form was refused: ${body.message}`
        : `Something else answers at ${url.host} (${response.status}).`,
    )
  } catch (error) {
    throw error instanceof ProbeFailed ? error : new ProbeFailed(explainNoAnswer(error, url))
  }
}

/** Sends the probe. Returns why it failed; null if it came through. */
const tryProbe = (deps: ProbeDeps) =>
  sendProbe(deps).then(
    () => null,
    (error: unknown) => {
      if (error instanceof ProbeFailed) return error.message
      throw error
    },
  )

/**
 * How often a process sends the probe, and how long after a failure it sends it again: a restart of the
 * proxy is no finding. In milliseconds.
 */
const usualPace = { everyMs: 60 * 60_000, againMs: 60_000 }

/** Sends the probe once an hour. Where it fails twice, that is a finding until one comes through. */
export function registerProbe(
  app: FastifyInstance,
  {
    config: { site, isProbed },
    db,
    health,
  }: { config: Pick<Config, 'site' | 'isProbed'>; db: Database; health: Pick<Health, 'add'> },
  { everyMs, againMs } = usualPace,
): void {
  if (!isProbed) return
  let problem: string | null = null
  health.add({
    name: 'the hourly test request',
    isPublic: true,
    find: () =>
      present<Found>(
        problem !== null && {
          key: 'probe-failed',
          text: 'The site sent itself a request as a visitor would, and it didn’t arrive.',
          detail: problem,
        },
      ),
  })
  repeat(app, {
    what: 'send the probe',
    everyMs,
    async run(stop) {
      let failure = await tryProbe({ db, site, stop })
      if (failure !== null) {
        await sleep(againMs, undefined, { signal: stop }).catch(() => {})
        failure = await tryProbe({ db, site, stop })
      }
      if (!stop.aborted) problem = failure
    },
  })
}
