import type { FastifyInstance } from 'fastify'
import type { Site } from '#/contracts/documents.ts'
import type { Database } from '../db/database.ts'
import type { Guards } from '../http/sessions.ts'
import { accountRoutes } from './account-routes.ts'
import type { Auth } from './auth.ts'
import { invitationRoutes } from './invitation-routes.ts'
import { linkRoutes } from './link-routes.ts'
import { myAccountRoutes } from './my-account-routes.ts'
import { proofRoutes } from './proof-routes.ts'
import { factorRoutes } from './second-factors/factor-routes.ts'
import { requiredFactorRoutes } from './second-factors/required-routes.ts'
import { secondStepRoutes } from './second-factors/second-step-routes.ts'
import { createSignInLimits } from './sign-in-limits.ts'
import { type SendAccountMail, teamRoutes } from './team-routes.ts'

/** What the accounts need. */
export type AccountsDeps = {
  db: Database
  auth: Auth
  guards: Guards
  site: Site
  mails: SendAccountMail
}

/** Adds everything that people do with accounts. */
export async function registerAccounts(
  app: FastifyInstance,
  { db, auth, guards, site, mails }: AccountsDeps,
): Promise<void> {
  const signInLimits = createSignInLimits(db, site.url)
  await app.register(accountRoutes({ db, auth, guards, signInLimits, site }))
  await app.register(proofRoutes({ db, auth, siteUrl: site.url, signInLimits }))
  await app.register(secondStepRoutes({ db, auth, siteUrl: site.url, signInLimits }))
  await app.register(factorRoutes({ db, auth, siteUrl: site.url, siteName: site.name }))
  await app.register(requiredFactorRoutes({ db }))
  await app.register(invitationRoutes({ db, auth, signInLimits, site }))
  await app.register(linkRoutes({ db, site, mails, signInLimits }))
  await app.register(myAccountRoutes({ db, site, mails, signInLimits }))
  await app.register(teamRoutes({ db, site, mails }))
}
