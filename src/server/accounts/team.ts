import { and, asc, eq, isNull, max, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import {
  type Invitation,
  type TeamMember,
  type User,
  userInWords,
} from '#/contracts/accounts/accounts.ts'
import { api } from '#/contracts/endpoints/api.ts'
import { type Role, roles } from '#/contracts/limits.ts'
import { adminPaths } from '#/contracts/routes.ts'
import type { Database, Transaction } from '../db/database.ts'
import { accountLinks, passkeys, sessions, twoFactors, users } from '../db/tables/schema.ts'
import { AppError, fieldError } from '../http/errors.ts'
import { hashLinkToken } from '../http/link-tokens.ts'
import { serve } from '../http/serve.ts'
import { serveStoredSetting } from '../http/serve-setting.ts'
import { signedInSession, signedInUser } from '../http/sessions.ts'
import { emailSchema } from '../texts/values.ts'
import { deleteEndedLinks, issueLink, isValidLink } from './account-links.ts'
import { endSessions } from './account-sessions.ts'
import type { AccountsDeps } from './auth.ts'
import { removeAllFactors } from './factor-store.ts'
import { findUserId, memberInWords } from './users.ts'

/** Everybody with an account, by when they came. */
async function listMembers(db: Database): Promise<TeamMember[]> {
  const hasSecondFactor = sql<boolean>`(
    exists (select from ${passkeys} where ${passkeys.userId} = ${users.id}) or exists (
      select from ${twoFactors} where ${twoFactors.userId} = ${users.id} and ${twoFactors.verified}))`
  const rows = await db
    .select({
      id: users.id,
      email: users.email,
      name: users.name,
      role: users.role,
      disabledAt: users.disabledAt,
      hasSecondFactor,
      lastUsedAt: max(sessions.lastUsedAt),
    })
    .from(users)
    .leftJoin(sessions, eq(sessions.userId, users.id))
    .groupBy(users.id)
    .orderBy(asc(users.createdAt), asc(users.id))
  return rows.map(({ disabledAt, lastUsedAt, ...row }) => ({
    ...row,
    isDisabled: disabledAt !== null,
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }))
}

/** Everybody who was invited and has not accepted, by when. */
export async function listInvitations(db: Database): Promise<Invitation[]> {
  const rows = await db
    .select({ link: accountLinks, isValid: isValidLink })
    .from(accountLinks)
    .where(eq(accountLinks.purpose, 'invitation'))
    .orderBy(asc(accountLinks.createdAt))
  return rows.map(({ link: { tokenHash, email, role, createdBy, expiresAt }, isValid }) => ({
    id: tokenHash,
    email,
    role: role ?? 'editor',
    invitedBy: createdBy ?? '',
    expiresAt: expiresAt.toISOString(),
    isExpired: !isValid,
  }))
}

/** Invites an address, and returns the token. Throws `conflict` if it has an account. */
export function invite(
  db: Database,
  { email, role, by }: { email: string; role: Role; by: User },
): Promise<string> {
  return db.transaction(async (tx) => {
    if (await findUserId(tx, email))
      throw fieldError('email', 'This address already has an account.', 'conflict')
    return issueLink(tx, 'invitation', { email, role, userId: by.id, createdBy: userInWords(by) })
  })
}

/**
 * Throws `conflict` unless another admin is left who can sign in. Locks all of them, so that two
 * admins cannot demote each other at once.
 */
async function keepAnAdmin(tx: Transaction, userId: string): Promise<void> {
  const admins = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, 'admin'), isNull(users.disabledAt)))
    .orderBy(users.id)
    .for('update')
  if (admins.every(({ id }) => id === userId)) {
    throw new AppError(
      'conflict',
      'This is the only admin. Make someone else an admin first, so someone can handle the requests.',
    )
  }
}

/**
 * Changes what a member may do. A disabled one is signed out everywhere, and their links end for good,
 * as do the invitations of one who is no admin any more. False if there is none.
 */
export function changeMember(
  db: Database,
  userId: string,
  { role, isDisabled }: { role?: Role | undefined; isDisabled?: boolean | undefined },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    if (role === 'editor' || isDisabled) await keepAnAdmin(tx, userId)
    // Those that ended before, too: the change may be what would revive them.
    await deleteEndedLinks(tx, userId)
    const { rowCount } = await tx
      .update(users)
      .set({
        ...(role && { role }),
        ...(isDisabled !== undefined && { disabledAt: isDisabled ? new Date() : null }),
      })
      .where(eq(users.id, userId))
    await deleteEndedLinks(tx, userId)
    if (isDisabled) await endSessions(tx, userId)
    return rowCount === 1
  })
}

/** Deletes an account; what it did keeps its name. False if there is none. */
export function removeMember(db: Database, userId: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    await keepAnAdmin(tx, userId)
    const { rowCount } = await tx.delete(users).where(eq(users.id, userId))
    return rowCount === 1
  })
}

const changeMemberSchema = z
  .object({ role: z.enum(roles).optional(), isDisabled: z.boolean().optional() })
  .refine((change) => change.role !== undefined || change.isDisabled !== undefined, {
    message: 'Please say what to change: role or isDisabled.',
  })

const inviteSchema = z.object({ email: emailSchema, role: z.enum(roles) })

function assertFound(isFound: boolean): void {
  if (!isFound) throw new AppError('not_found', 'That person is no longer on the team.')
}

function changeInWords({ role, isDisabled }: z.infer<typeof changeMemberSchema>): string {
  const state = isDisabled === undefined ? [] : [isDisabled ? 'disabled' : 'enabled']
  return [...(role ? [`now an ${role}`] : []), ...state].join(', ')
}

function addInvitationRoutes(app: FastifyInstance, { db, site, mails }: AccountsDeps): void {
  serve(app, api.invite, { body: inviteSchema }, async (request) => {
    const { email, role } = request.body
    request.audit({ subject: `${email}, as an ${role}` })
    const by = signedInUser(request)
    const token = await invite(db, { email, role, by })
    const link = `${site.url}${adminPaths.invitation}#${token}`
    const { outcome, problem } = await mails.send(email, {
      kind: 'account-link',
      for: 'invitation',
      link,
      invitedBy: userInWords(by),
    })
    return { id: hashLinkToken(token), outcome, problem, link: outcome === 'sent' ? null : link }
  })

  serve(app, api.withdrawInvitation, {}, async (request) => {
    const { tokenHash, purpose } = accountLinks
    const isIt = and(eq(tokenHash, request.params.invitationId), eq(purpose, 'invitation'))
    const [withdrawn] = await db.delete(accountLinks).where(isIt).returning()
    request.audit({ subject: withdrawn?.email })
    assertFound(withdrawn !== undefined)
  })
}

/** The people of the back office. Admins only. */
export function addTeamRoutes(app: FastifyInstance, deps: AccountsDeps): void {
  const { db } = deps
  serve(app, api.team, {}, async () => ({
    members: await listMembers(db),
    invitations: await listInvitations(db),
  }))

  serve(app, api.changeMember, { body: changeMemberSchema }, async (request) => {
    const { userId } = request.params
    const who = await memberInWords(db, userId)
    request.audit({ subject: who && `${who}, ${changeInWords(request.body)}` })
    assertFound(await changeMember(db, userId, request.body))
  })

  for (const [row, remove] of [
    [api.removeMember, removeMember],
    [api.removeSecondFactors, removeAllFactors],
  ] as const) {
    serve(app, row, {}, async (request) => {
      const { userId } = request.params
      request.audit({ subject: await memberInWords(db, userId) })
      assertFound(await remove(db, userId))
    })
  }

  addInvitationRoutes(app, deps)
  serveStoredSetting(app, api.accountSettings, {
    db,
    key: 'accounts',
    check({ requiresSecondFactor }, request) {
      if (!requiresSecondFactor || signedInSession(request).hasSecondFactor) return
      throw new AppError(
        'conflict',
        'First set up a second step for your own account, under My account. If you already have one, sign out and sign in with it.',
      )
    },
    inWords: ({ requiresSecondFactor }) => (requiresSecondFactor ? 'needed' : 'not needed'),
  })
}
