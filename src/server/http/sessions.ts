import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Role, type User, userInWords } from '#/contracts/accounts.ts'
import { AppError } from './errors.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who is signed in. Set by the guards below; null on routes without one. */
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
}

/**
 * Reads who a Cookie header belongs to. What a person does prolongs the session; `setCookie` then has
 * the cookies for it.
 */
export type ReadSession = (
  cookie: string | undefined,
  isByPerson: boolean,
) => Promise<{ user: User; session: Session; setCookie: string[] } | undefined>

/** Hooks that let only some people on. */
export type Guards = {
  /** Answers 401 to those who are not signed in, 403 to those without one of the roles. */
  require: (...allowed: Role[]) => (request: FastifyRequest, reply: FastifyReply) => Promise<void>
  /** Fills `request.user` where somebody is signed in, and lets everybody on. */
  identify: (request: FastifyRequest, reply: FastifyReply) => Promise<void>
  /** True while the session of a request that goes on for long has not ended and has a role. */
  isStill: (request: FastifyRequest, ...allowed: Role[]) => Promise<boolean>
}

/** True for what only a person does: an open page reads the API by itself, for ever. */
function isByPerson({ method, headers }: FastifyRequest): boolean {
  return method !== 'GET' || headers.accept?.includes('text/html') === true
}

/** Makes the guards over whatever keeps the sessions. */
export function createGuards(app: FastifyInstance, readSession: ReadSession): Guards {
  app.decorateRequest('user', null)
  app.decorateRequest('session', null)

  async function identify(request: FastifyRequest, reply: FastifyReply) {
    const session = await readSession(request.headers.cookie, isByPerson(request))
    if (!session) return
    request.user = session.user
    request.session = session.session
    for (const cookie of session.setCookie) reply.header('set-cookie', cookie)
  }

  const require =
    (...allowed: Role[]) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      reply.header('cache-control', 'no-store')
      await identify(request, reply)
      if (!request.user) throw new AppError('not_signed_in', 'Please sign in.')
      if (!allowed.includes(request.user.role)) {
        throw new AppError('not_allowed', 'Your account may not do this. Ask an admin.')
      }
    }

  async function isStill(request: FastifyRequest, ...allowed: Role[]) {
    try {
      const session = await readSession(request.headers.cookie, false)
      return session !== undefined && allowed.includes(session.user.role)
    } catch {
      // Nobody can say so while the database is away.
      return true
    }
  }

  return { require, identify, isStill }
}

/** Who is signed in, on routes that let nobody else in. */
export function signedInUser(request: FastifyRequest): User {
  if (!request.user) throw new Error('a route without a guard asked who is signed in')
  return request.user
}

/**
 * Who is signed in, in the words of notes and histories, which stay as they are when the account
 * changes or is removed: `Dana Reyes (dana@example.com)`.
 */
export function signedInAs(request: FastifyRequest): string {
  return userInWords(signedInUser(request))
}
