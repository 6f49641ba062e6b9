import type { FastifyInstance } from 'fastify'
import { addAccountRoutes } from './account-routes.ts'
import { addFactorRoutes } from './factor-routes.ts'
import { addLinkRoutes } from './link-routes.ts'
import { addMyAccountRoutes } from './my-account-routes.ts'
import { addProofRoutes } from './proof-routes.ts'
import { addSecondStepRoutes } from './second-step-routes.ts'
import type { AccountsDeps } from './sign-in.ts'
import { createSignInLimits } from './sign-in-limits.ts'
import { addTeamRoutes } from './team-routes.ts'

/** Everything that people do with accounts. None of it is kept by a cache. */
export function accountsRoutes(given: Omit<AccountsDeps, 'signInLimits'>) {
  const deps = { ...given, signInLimits: createSignInLimits(given.db, given.site.url) }
  return async (app: FastifyInstance) => {
    app.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', 'no-store')
    })
    addAccountRoutes(app, deps)
    addProofRoutes(app, deps)
    addSecondStepRoutes(app, deps)
    addFactorRoutes(app, deps)
    addLinkRoutes(app, deps)
    addMyAccountRoutes(app, deps)
    addTeamRoutes(app, deps)
  }
}
