import type { FastifyReply, FastifyRequest } from 'fastify'
import type { User } from '#/contracts/accounts/accounts.ts'
import type { AccountMails } from '#/contracts/notifications/mails.ts'
import type { Site } from '#/contracts/pages/documents.ts'
import type { Database } from '../db/database.ts'
import type { Guards } from '../http/sessions.ts'
import { browserOf } from './account-cookies.ts'
import type { Auth } from './auth.ts'
import type { SignInLimits } from './sign-in-limits.ts'

/** What the routes of accounts need. */
export type AccountsDeps = {
  db: Database
  auth: Auth
  guards: Guards
  signInLimits: SignInLimits
  site: Site
  mails: AccountMails
}

/** Begins a session for a person who has just proved who they are, and makes the browser known. */
export async function signIn(
  { auth, signInLimits }: AccountsDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { userId, hasSecondFactor }: { userId: string; hasSecondFactor: boolean },
): Promise<User> {
  const { user, setCookie } = await auth.begin(browserOf(request), userId, hasSecondFactor)
  request.audit({ user })
  reply.header('set-cookie', setCookie)
  await signInLimits.rememberBrowser(reply, user.email)
  return user
}
