import type { FastifyInstance, FastifyReply } from 'fastify'
import type { EstimateResult, Site } from '#/contracts/pages/documents.ts'
import type { Review } from '#/contracts/referrals/ratings.ts'
import type { AnswerSpeed } from '#/contracts/seo/seo.ts'
import { pagePaths } from '#/contracts/site-routes.ts'
import type { Listen } from '../db/database.ts'
import type { SendTokenPage } from '../http/link-tokens.ts'
import type { Guards } from '../http/sessions.ts'
import type { Renderer } from '../render/renderer.ts'
import { promiseOf } from '../time/promises.ts'
import { type CachedPage, createPageCache } from './page-cache.ts'
import { pageRoutes } from './page-routes.ts'
import { createPageRenderer, type PageSeo } from './render-page.ts'
import { sendCached, sendUncached } from './send-page.ts'

/** By when a request that is sent now is answered, in words. */
const answerByNow = () => promiseOf(Date.now(), false).answerBy

/** What the pages need. */
type PageDeps = {
  site: Site
  /** Brings `site` up to date, and returns a number that grows with each change. */
  readSite: () => Promise<number>
  renderer: Renderer
  guards: Guards
  listen: Listen
  seo: PageSeo
  /** What customers say, for the home page. */
  readReviews: () => Promise<Review[]>
  /** How soon requests are answered, for the home page. */
  readAnswerSpeed: () => Promise<AnswerSpeed | undefined>
}

/**
 * Registers every page, behind a cache that follows the changes of what is stored of it. Returns what
 * other features may ask of the pages.
 */
export async function registerPages(app: FastifyInstance, deps: PageDeps) {
  const { site, renderer, guards, listen, seo } = deps
  const { isDevelopment } = renderer
  const { renderDocument, renderPage } = createPageRenderer(site, renderer, seo, (path, err) => {
    app.log.warn({ page: path, err }, 'a page is served with its built-in values')
  })
  const cache = createPageCache({
    async readStored(path) {
      const isHome = path === pagePaths.home
      const [siteVersion, record, reviews, answerSpeed] = await Promise.all([
        deps.readSite(),
        seo.readRecord(path),
        isHome ? deps.readReviews() : [],
        isHome ? deps.readAnswerSpeed() : undefined,
      ])
      return { siteVersion, record, reviews, answerSpeed }
    },
    answerByNow,
    renderPage,
  })
  await listen('seo_changed', cache.listener)
  // What is lost with the connection, the listener above takes for all pages.
  await listen('ratings_changed', { onMessage: () => cache.invalidate(pagePaths.home) })
  await listen('settings_changed', {
    onMessage: (key) => key === 'ownReviews' && cache.invalidate(pagePaths.home),
  })

  /** The sources may have changed since the page was cached; its metadata is still right. */
  async function sendRenderedAnew(
    reply: FastifyReply,
    path: string,
    page: CachedPage | Promise<CachedPage>,
  ) {
    const { metadata } = await page
    const document = await renderDocument({ kind: 'page', path, metadata })
    return sendUncached(reply.code(document.status), document, isDevelopment)
  }

  pageRoutes(app, guards, {
    sendPage(request, reply, path) {
      const page = cache.get(path)
      if (isDevelopment) return sendRenderedAnew(reply, path, page)
      const send = (made: CachedPage) => sendCached(request, reply, made)
      return page instanceof Promise ? page.then(send) : send(page)
    },
    async sendAdmin(reply, path) {
      return sendUncached(reply, await renderDocument({ kind: 'admin', path }), isDevelopment)
    },
  })

  return {
    /** The next visitor gets the page rendered again. Other processes learn of changes by a signal. */
    invalidatePage: (path: string) => cache.invalidate(path),
    /** The same for all pages. */
    invalidatePages: () => cache.invalidate(),
    /** Sends the page after a form that was sent without JavaScript. The reply's status is the caller's. */
    async sendResultPage(reply: FastifyReply, result: EstimateResult) {
      const metadata = { ...seo.estimateResultMetadata(), answerBy: answerByNow() }
      const document = await renderDocument({ kind: 'estimate-result', result, metadata })
      return sendUncached(reply, document, isDevelopment)
    },
    /** Sends a page that is opened by a secret in its address. The reply's status is the caller's. */
    sendTokenPage: (async (_request, reply, wanted) =>
      sendUncached(reply, await renderDocument(wanted), isDevelopment)) satisfies SendTokenPage,
  }
}
