import formbody from '@fastify/formbody'
import { and, eq } from 'drizzle-orm'
import type { FastifyPluginAsync } from 'fastify'
import { contractorPage } from '#/content/contractor-page.ts'
import { offerPage } from '#/content/offer-page.ts'
import { contractorPagePath, tokenPaths } from '#/contracts/token-routes.ts'
import { offers } from '#/server/db/tables/schema.ts'
import { AppError } from '../../http/errors.ts'
import { deriveLinkToken } from '../../http/link-tokens.ts'
import {
  backTo,
  createTokenPages,
  type TokenPageDeps,
  tokenPageConfig,
} from '../../http/token-pages.ts'
import { makeLink } from '../store/links.ts'
import { findByLink, readContractorView } from './read-contractor-page.ts'

/** A contractor's own page, which they open by a link. To read it changes nothing. */
export function contractorPageRoutes(deps: TokenPageDeps): FastifyPluginAsync {
  const { db, sendTokenPage } = deps
  const config = tokenPageConfig

  return async (scope) => {
    await scope.register(formbody)
    const openPage = createTokenPages(scope, deps, contractorPage.missing)

    scope.get(tokenPaths.contractor, { config }, async (request, reply) => {
      const found = await openPage(request, (tokenHash) => findByLink(db, tokenHash))
      const path = contractorPagePath((request.params as { token: string }).token)
      const contractor = { ...(await readContractorView(db, found)), path }
      return sendTokenPage(request, reply, { kind: 'contractor', contractor })
    })

    // The secret of the offer's link follows from that of this page: opened again, it is the same one.
    scope.post(tokenPaths.contractorOffer, { config }, async (request, reply) => {
      const { id } = await openPage(request, (tokenHash) => findByLink(db, tokenHash))
      const { token, offerId: typed } = request.params as { token: string; offerId: string }
      const offerId = /^\d{1,15}$/.test(typed) ? Number(typed) : 0
      const isTheirs = and(eq(offers.id, offerId), eq(offers.contractorId, id))
      if ((await db.$count(offers, isTheirs)) === 0) {
        throw new AppError('not_found', offerPage.missing.text)
      }
      return backTo(
        reply,
        await makeLink(db, 'offerId', offerId, '', deriveLinkToken(token, `offer ${offerId}`)),
      )
    })
  }
}
