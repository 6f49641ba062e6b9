import type { FastifyInstance } from 'fastify'
import type { Site } from '#/contracts/pages/documents.ts'
import type { Database } from '../db/database.ts'
import type { Guards } from '../http/sessions.ts'
import { accountRoutes } from './account-routes.ts'
import type { Auth } from './auth.ts'
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

/** Everything that people do with accounts. None of it is kept by a cache. */
export function accountsRoutes({ db, auth, guards, site, mails }: AccountsDeps) {
  const signInLimits = createSignInLimits(db, site.url)
  const common = { db, auth, signInLimits, site, siteUrl: site.url, mails }
  return async (app: FastifyInstance) => {
    app.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', 'no-store')
    })
    await app.register(accountRoutes({ ...common, guards }))
    await app.register(proofRoutes(common))
    await app.register(secondStepRoutes(common))
    await app.register(factorRoutes({ ...common, siteName: site.name }))
    await app.register(requiredFactorRoutes(common))
    await app.register(linkRoutes(common))
    await app.register(myAccountRoutes(common))
    await app.register(teamRoutes(common))
  }
}
