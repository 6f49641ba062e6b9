import type { FastifyInstance } from 'fastify'
import { accountRoutes } from './account-routes.ts'
import { factorRoutes } from './factor-routes.ts'
import { linkRoutes } from './link-routes.ts'
import { myAccountRoutes } from './my-account-routes.ts'
import { proofRoutes } from './proof-routes.ts'
import { secondStepRoutes } from './second-step-routes.ts'
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
    await app.register(accountRoutes(deps))
    await app.register(proofRoutes(deps))
    await app.register(secondStepRoutes(deps))
    await app.register(factorRoutes(deps))
    await app.register(linkRoutes(deps))
    await app.register(myAccountRoutes(deps))
    addTeamRoutes(app, deps)
  }
}
