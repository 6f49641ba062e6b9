import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { type User, userInWords } from '#/contracts/accounts/accounts.ts'
import type { Audience } from '#/contracts/endpoints/endpoint.ts'
import type { Role } from '#/contracts/limits.ts'
import { accessRowOf } from './access.ts'
import { AppError } from './errors.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The signed-in user. Set by the guards below; null on routes without one. */
    user: User | null
    /** The session of that user. */
    session: Session | null
  }
}

/** A signed-in browser. */
export type Session = {
  id: string
  /** When the person last proved who they are. */
  confirmedAt: Date
  /** True where that took more than a password. */
  hasSecondFactor: boolean
  /** True where it did not, although the owner requires that of everyone. */
  lacksSecondFactor: boolean
}

/** For a request that needs a session and has none. */
export const notSignedIn = () => new AppError('not_signed_in', 'Please sign in.')

/** How long a proof of who a person is counts as fresh. */
const freshMs = 15 * 60_000

/** Reads whose a Cookie header is. What a person does prolongs the session. */
export type ReadSession = (
  cookie: string | undefined,
  isByPerson: boolean,
) => Promise<{ user: User; session: Session } | undefined>

/** Guards that a route can use beside those of its row in the table of access. */
export type Guards = ReturnType<typeof createGuards>

/** True for what only a person does: an open page reads the API by itself, for ever. */
function isByPerson({ method, headers }: FastifyRequest): boolean {
  return method !== 'GET' || headers.accept?.includes('text/html') === true
}

/** Throws for a signed-in person whose last proof is too old. */
export async function assertFresh(request: FastifyRequest): Promise<void> {
  if (signedInSession(request).confirmedAt.getTime() + freshMs > Date.now()) return
  // Nothing is denied: the request comes again after that step.
  request.audit({ action: null })
  throw new AppError('proof_needed', 'Please confirm it’s you.')
}

/**
 * Reads sessions by `readSession`. Each route that is registered afterwards gets the guards and the
 * audit action of its row in the table of access.
 */
export function createGuards(app: FastifyInstance, readSession: ReadSession) {
  app.decorateRequest('user', null)
  app.decorateRequest('session', null)

  /** Fills `request.user` where a person is signed in, and refuses no one. */
  async function identify(request: FastifyRequest) {
    const found = await readSession(request.headers.cookie, isByPerson(request))
    if (!found) return
    request.user = found.user
    request.session = found.session
  }

  /** Refuses only requests without a session: a person who lacks a second factor can set one up. */
  async function requireAccount(request: FastifyRequest, reply: FastifyReply) {
    reply.header('cache-control', 'no-store')
    await identify(request)
    if (!request.user) throw notSignedIn()
  }

  /**
   * Refuses with 401 without a session; with 403 without one of the roles, or without the second
   * factor that the owner requires.
   */
  const requireRole =
    (...allowed: Role[]) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      await requireAccount(request, reply)
      if (request.session?.lacksSecondFactor) {
        request.audit({ action: null })
        throw new AppError(
          'second_factor_needed',
          'This site requires a second step for everyone. Please set one up under My account.',
        )
      }
      if (!allowed.includes(signedInUser(request).role)) {
        throw new AppError('not_allowed', 'Your account can’t do this. Ask an admin.')
      }
    }

  const guardsFor = {
    anybody: [],
    secret: [],
    account: [requireAccount],
    editor: [requireRole('editor', 'admin')],
    admin: [requireRole('admin')],
  } satisfies Record<Audience, unknown[]>

  app.addHook('onRoute', (route: RouteOptions) => {
    if (Array.isArray(route.method)) throw new Error(`${route.url} has more than one method`)
    const row = accessRowOf(route.method, route.url)
    if (!row) return
    const { who, proof, audit } = row
    const own = [route.onRequest ?? []].flat()
    const asked = proof === true ? [assertFresh] : []
    route.onRequest = [...own, ...guardsFor[who], ...asked]
    if (audit && audit !== 'no entry') route.config = { ...route.config, audit }
  })

  /** True while the session of a long request has not ended and has one of these roles. */
  async function isStill(request: FastifyRequest, ...allowed: Role[]): Promise<boolean> {
    try {
      const session = await readSession(request.headers.cookie, false)
      if (!session || session.session.lacksSecondFactor) return false
      return allowed.includes(session.user.role)
    } catch {
      // Unknown while the database is away.
      return true
    }
  }

  return { identify, isStill }
}

/** The signed-in user, on routes that need one. */
export function signedInUser(request: FastifyRequest): User {
  if (!request.user) throw new Error('a route without a guard asked who is signed in')
  return request.user
}

/** The session of the signed-in user, on routes that need one. */
export function signedInSession(request: FastifyRequest): Session {
  if (!request.session) throw new Error('a route without a guard asked for the session')
  return request.session
}

/**
 * The signed-in user in the words of notes and histories, which stay when the account changes or is
 * removed: `Dana Reyes (dana@example.com)`.
 */
export function signedInAs(request: FastifyRequest): string {
  return userInWords(signedInUser(request))
}
