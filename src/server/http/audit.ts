import { and, eq, sql } from 'drizzle-orm'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { cookies } from '#/content/browser-data.ts'
import { type User, userInWords } from '#/contracts/accounts/accounts.ts'
import type { AuditAction, AuditResult } from '#/contracts/audit/audit-words.ts'
import { auditLogLine, insertAuditEntry, type NewAuditEntry } from '../db/audit-entries.ts'
import type { Database, Transaction } from '../db/database.ts'
import { isDatabaseAway } from '../db/failures.ts'
import { auditEntries } from '../db/tables/schema.ts'
import { within } from '../runtime/within.ts'
import { accessRowOf } from './access.ts'
import { clientKey, readableAddress } from './client-address.ts'
import { createRateLimiter } from './rate-limits.ts'

/** What a handler adds to the audit entry of its request. */
type AuditNote = {
  /**
   * The action, where it is not that of the route's row in the table of access; null for no entry.
   */
  action?: AuditAction | null
  /** The user who has just signed in. By default the user of the session. */
  user?: User
  /** The subject, without personal data of leads; by default what the address names. */
  subject?: string | undefined
  /** The lead and the contractor that it is about, where the address does not name them. */
  leadId?: number
  contractorId?: number
  /** An entry that says it was done is written already. */
  isWritten?: true
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The action of this route by its row in the table of access. */
    audit?: AuditAction
  }
  interface FastifyRequest {
    /** Adds to the audit entry of this request. */
    audit: (note: AuditNote) => void
    /** The note of the handler; null without one. */
    auditNote: AuditNote | null
  }
}

/** Each client and each user may cause this many entries of what was not done. */
const perSource = { name: 'audit-source', points: 20, seconds: 15 * 60 }

/** And all strangers together, so that 400 days of them are less than a hundred megabytes. */
const perDay = { name: 'audit-strangers', points: 1_000, seconds: 24 * 3600 }

const userAgentLength = 200

function resultOf(status: number): AuditResult {
  if (status < 400) return 'done'
  if (status === 401 || status === 403) return 'denied'
  return status < 500 ? 'refused' : 'failed'
}

/** Words for the parameters of a route's address. */
const subjectOf: Record<string, string> = {
  leadId: 'request',
  recipientId: 'recipient',
  webhookId: 'webhook',
  deliveryId: 'notification',
  offerId: 'offer',
  ruleId: 'fee',
  entryId: 'entry',
}

/** A number in the address of a request, by its name. That of a refused request may hold any text. */
function numberIn({ params }: FastifyRequest, name: string): number | undefined {
  const value = (params as Record<string, unknown> | null)?.[name]
  return /^\d{1,15}$/.test(String(value)) ? Number(value) : undefined
}

/** `request 12` of `/api/admin/leads/12/notes`. */
function subjectOfAddress(request: FastifyRequest): string | undefined {
  for (const [name, word] of Object.entries(subjectOf)) {
    const number = numberIn(request, name)
    if (number !== undefined) return `${word} ${number}`
  }
  return undefined
}

/** Only a client with the link can do what this route does. */
const isBySecret = ({ method, routeOptions }: FastifyRequest) =>
  accessRowOf(method, routeOptions.url ?? '')?.who === 'secret'

const hasSessionCookie = ({ headers }: FastifyRequest) =>
  headers.cookie?.includes(`${cookies.session.name}=`) === true

/** The action of a request's entry; undefined for a request without an entry. */
function actionOf(request: FastifyRequest, result: AuditResult): AuditAction | undefined {
  const { auditNote, routeOptions, user } = request
  if (auditNote?.action === null) return undefined
  const action = auditNote?.action ?? routeOptions.config.audit
  // A refused stranger is no news, unless the session has ended or is false, or the handler has
  // left a note.
  const isKnown = user !== null || auditNote !== null
  if (!isKnown && !(result === 'denied' && hasSessionCookie(request))) return undefined
  return action ?? (result === 'denied' ? 'request' : undefined)
}

function entryOf(request: FastifyRequest, action: AuditAction, result: AuditResult): NewAuditEntry {
  const { auditNote, routeOptions, method, headers } = request
  const user = auditNote?.user ?? request.user
  const named = action === 'request' ? `${method} ${routeOptions.url}` : subjectOfAddress(request)
  return {
    action,
    result,
    userId: user?.id ?? null,
    who: user ? userInWords(user) : 'Someone',
    role: user?.role ?? null,
    address: readableAddress(request.ip) ?? null,
    userAgent: headers['user-agent']?.slice(0, userAgentLength) ?? null,
    subject: auditNote?.subject ?? named ?? null,
    leadId: auditNote?.leadId ?? numberIn(request, 'leadId'),
    contractorId: auditNote?.contractorId ?? numberIn(request, 'contractorId'),
  }
}

/**
 * Writes the entry of a request in the transaction that does the work. If that fails after all, the
 * entry that says so is written as for any request.
 */
export async function auditWithin(
  tx: Transaction,
  request: FastifyRequest,
  note: AuditNote = {},
): Promise<void> {
  request.audit(note)
  const action = actionOf(request, 'done')
  if (!action) throw new Error('a route without an action asked for an audit entry')
  await insertAuditEntry(tx, entryOf(request, action, 'done'))
  request.audit({ isWritten: true })
}

/**
 * Names what is exported. The pages after the first have no entry, unless there is none of the first within
 * an hour: a client can begin at a cursor that it has made up.
 */
export async function auditExport(
  db: Database,
  request: FastifyRequest,
  { cursor, subject }: { cursor: unknown; subject?: string },
): Promise<void> {
  request.audit({ subject })
  if (cursor === undefined) return
  const { userId, action, result, at } = auditEntries
  const isOfSame = and(
    eq(userId, request.user?.id ?? ''),
    eq(action, request.routeOptions.config.audit ?? ''),
    sql`${auditEntries.subject} is not distinct from ${subject ?? null}`,
    eq(result, 'done'),
    sql`${at} > now() - interval '1 hour'`,
  )
  if ((await db.$count(auditEntries, isOfSame)) > 0) request.audit({ action: null })
}

/** Makes the function that returns whether an entry of what was not done may be written. */
function createBounds() {
  const takeOfSource = createRateLimiter([perSource], '')
  const takeOfStrangers = createRateLimiter([perDay], '')
  return (request: FastifyRequest): boolean => {
    try {
      takeOfSource(request.user?.id ?? clientKey(request.ip))
      if (!request.user) takeOfStrangers('all')
      return true
    } catch {
      return false
    }
  }
}

/**
 * Keeps the audit log: who did what from where. The table of access names the action of a route of
 * the API, and its handler adds to that with `request.audit`. What a signed-in person is denied has
 * an entry on every route.
 *
 * An entry is written before the response is sent. Where that fails, the response is sent all the
 * same, because what it tells has happened, and the entry is only in the log.
 */
export function registerAudit(
  app: FastifyInstance,
  { db, withinMs }: { db: Database; withinMs: number },
): void {
  app.decorateRequest('auditNote', null)
  app.decorateRequest('audit', function audit(this: FastifyRequest, note: AuditNote) {
    this.auditNote = { ...this.auditNote, ...note }
  })
  const mayWrite = createBounds()

  async function store(request: FastifyRequest, action: AuditAction, result: AuditResult) {
    const entry = entryOf(request, action, result)
    const isStored = request.auditNote?.isWritten === true && result === 'done'
    if (!isStored) await insertAuditEntry(db, entry)
    return entry
  }

  async function onSend(request: FastifyRequest, { statusCode }: FastifyReply): Promise<void> {
    const result = resultOf(statusCode)
    const action = actionOf(request, result)
    if (!action) return
    const user = request.auditNote?.user ?? request.user
    const isOfSomebody = user !== null || isBySecret(request)
    const isAlwaysTold = isOfSomebody && result === 'done'
    if (!isAlwaysTold && !mayWrite(request)) return
    try {
      request.log.info(
        auditLogLine(await within(withinMs, store(request, action, result))),
        'audit',
      )
    } catch (err) {
      const { routeOptions, ip } = request
      const line = { action, result, userId: user?.id, address: ip, route: routeOptions.url }
      // The log leaves out most lines with the error of a database that is away.
      const why = isDatabaseAway(err) ? {} : { err }
      request.log.warn({ ...why, ...line }, 'an audit entry could not be stored')
    }
  }

  // On the routes of the API only: pages are sent without it.
  app.addHook('onRoute', (route: RouteOptions) => {
    const hooks = [route.onSend ?? []].flat()
    if (!route.url.startsWith('/api/') || hooks.includes(onSend)) return
    route.onSend = [...hooks, onSend]
  })
}
