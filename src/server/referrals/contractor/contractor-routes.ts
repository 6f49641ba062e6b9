import type { FastifyPluginAsync } from 'fastify'
import { contractorPage } from '#/content/contractor-page.ts'
import { tokenPaths } from '#/contracts/token-routes.ts'
import { addTokenPage, type TokenPageDeps } from '../../http/token-pages.ts'
import { findContractor, readContractorView } from './read-contractor-page.ts'

/** A contractor's own page, which they open by a link. To read it changes nothing. */
export function contractorPageRoutes(deps: TokenPageDeps): FastifyPluginAsync {
  const { db } = deps
  return (scope) =>
    addTokenPage(scope, deps, {
      path: tokenPaths.contractor,
      missing: contractorPage.missing,
      find: (tokenHash) => findContractor(db, tokenHash),
      async show(found, { path }) {
        const contractor = { ...(await readContractorView(db, found)), path }
        return { kind: 'contractor', contractor }
      },
      forms: [],
      take: async () => ({}),
    })
}
