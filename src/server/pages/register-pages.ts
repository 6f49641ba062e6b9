import { Negotiator } from '@fastify/accept-negotiator'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { EstimateResult, Site } from '#/contracts/pages/documents.ts'
import type { Review } from '#/contracts/referrals/ratings.ts'
import type { AnswerSpeed } from '#/contracts/seo/seo.ts'
import { pagePaths } from '#/contracts/site-routes.ts'
import type { Listen } from '../db/database.ts'
import type { SendTokenPage } from '../http/link-tokens.ts'
import type { Guards } from '../http/sessions.ts'
import type { Renderer } from '../render/document-assets.ts'
import { promiseOf } from '../time/promises.ts'
import { type CachedPage, type ContentEncoding, createPageCache } from './page-cache.ts'
import { pageRoutes } from './page-routes.ts'
import {
  compressQuickly,
  createPageRenderer,
  type PageDocument,
  type PageSeo,
} from './render-page.ts'

const negotiator = new Negotiator({ supportedValues: ['br', 'gzip', 'identity'] })

function chooseEncoding({ headers }: FastifyRequest): ContentEncoding {
  const accepted = headers['accept-encoding']
  return (accepted && (negotiator.negotiate(accepted) as ContentEncoding | null)) || 'identity'
}

/** Sends a cached page, or 304 to a browser that has it already. */
function sendCached(request: FastifyRequest, reply: FastifyReply, page: CachedPage) {
  reply.headers({
    etag: page.etag,
    // The browser may store the page, which makes back and forward instant, but asks each time.
    'cache-control': 'no-cache',
    vary: 'accept-encoding',
    'content-security-policy': page.contentSecurityPolicy,
  })
  const isKnown = request.headers['if-none-match']?.includes(page.etag)
  if (page.status === 200 && isKnown) return reply.code(304).send()
  const encoding = chooseEncoding(request)
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  reply.header('content-type', 'text/html; charset=utf-8')
  return reply.code(page.status).send(page.bodies[encoding])
}

/**
 * Sends a document that no cache may store, in the encoding that the client takes: a phone may have a slow
 * network. The reply's status is the caller's.
 */
async function sendUncached(
  reply: FastifyReply,
  { html, contentSecurityPolicy }: PageDocument,
  isDevelopment: boolean,
) {
  // Vite adds inline scripts of its own, which the policy would refuse.
  if (isDevelopment) reply.removeHeader('content-security-policy')
  else reply.header('content-security-policy', contentSecurityPolicy)
  reply.header('cache-control', 'no-store').type('text/html; charset=utf-8')
  const encoding = chooseEncoding(reply.request)
  if (encoding === 'identity') return reply.send(html)
  reply.header('content-encoding', encoding).header('vary', 'accept-encoding')
  return reply.send(await compressQuickly(Buffer.from(html), encoding))
}

/** By when a request that is sent now is answered, in words. */
const answerByNow = () => promiseOf(Date.now(), false).answerBy

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
    sendTokenPage: (async (reply, wanted) =>
      sendUncached(reply, await renderDocument(wanted), isDevelopment)) satisfies SendTokenPage,
  }
}
