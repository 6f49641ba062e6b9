import { Negotiator } from '@fastify/accept-negotiator'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { DocumentRequest, EstimateResult, Site } from '#/contracts/documents.ts'
import { adminPaths, isUnknownServicePath, publicPaths, servicePath } from '#/contracts/routes.ts'
import { AppError } from '../http/errors.ts'
import type { Guards } from '../http/sessions.ts'
import type { Renderer } from '../render/renderer.ts'
import { contentSecurityPolicy } from './content-security-policy.ts'
import { type CachedPage, createPageCache, type PageEncoding, pageEncodings } from './page-cache.ts'

/** All unknown paths share two pages, so nobody can fill the cache. */
const missingPath = '/not-found'
const missingServicePath = servicePath('not-found')

const encodings = new Negotiator({ supportedValues: [...pageEncodings] })

/** What the pages need. */
export type PageDeps = {
  site: Site
  renderer: Renderer
  guards: Guards
  /** Hears of each public page that is asked for. */
  onPage: (from: 'cache' | 'made') => void
}

/** What other features may ask of the pages. */
export type Pages = {
  /** Answers a form that was sent without JavaScript. The reply's status is the caller's. */
  sendResultPage: (reply: FastifyReply, result: EstimateResult) => Promise<unknown>
}

function chooseEncoding(request: FastifyRequest): PageEncoding {
  const accepted = request.headers['accept-encoding']
  return (accepted && (encodings.negotiate(accepted) as PageEncoding | null)) || 'identity'
}

function sendCached(request: FastifyRequest, reply: FastifyReply, page: CachedPage) {
  const encoding = chooseEncoding(request)
  const etag = page.etags[encoding]
  reply
    .code(page.status)
    .header('etag', etag)
    // Checked each time, but kept: back and forward are instant.
    .header('cache-control', 'no-cache')
    .header('vary', 'accept-encoding')
    .header('content-security-policy', page.contentSecurityPolicy)
  const isKnown = request.headers['if-none-match']?.includes(etag)
  if (isKnown && page.status === 200) return reply.code(304).send()
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.type('text/html; charset=utf-8').send(page.bodies[encoding])
}

/** Registers every page: the public ones, the back office, and the fallback for all other paths. */
export function registerPages(
  app: FastifyInstance,
  { site, renderer, guards, onPage }: PageDeps,
): Pages {
  const cache = createPageCache(onPage)

  async function render(request: DocumentRequest) {
    const document = await renderer.render(request)
    return { document, policy: contentSecurityPolicy(document, site) }
  }

  async function sendUncached(reply: FastifyReply, request: DocumentRequest) {
    const { document, policy } = await render(request)
    // Vite's own inline scripts come and go; the policy is for what is built.
    if (renderer.isDevelopment) reply.removeHeader('content-security-policy')
    else reply.header('content-security-policy', policy)
    if (request.kind === 'page') reply.code(document.status)
    reply.header('cache-control', 'no-store')
    return reply.type('text/html; charset=utf-8').send(document.html)
  }

  async function sendPage(request: FastifyRequest, reply: FastifyReply, path: string) {
    const page: DocumentRequest = { kind: 'page', path }
    if (renderer.isDevelopment) return sendUncached(reply, page)
    return sendCached(request, reply, await cache.get(path, () => render(page)))
  }

  for (const path of publicPaths) {
    app.get(path, (request, reply) => sendPage(request, reply, path))
  }

  const sendAdmin = (path: string) => (_request: FastifyRequest, reply: FastifyReply) =>
    sendUncached(reply, { kind: 'admin', path })

  app.get(adminPaths.root, (_request, reply) => reply.redirect(adminPaths.leads))
  app.get(adminPaths.signIn, sendAdmin(adminPaths.signIn))
  app.get(adminPaths.setup, sendAdmin(adminPaths.setup))
  app.get(adminPaths.leads, { onRequest: guards.identify }, (request, reply) =>
    request.user
      ? sendAdmin(adminPaths.leads)(request, reply)
      : reply.header('cache-control', 'no-store').redirect(adminPaths.signIn),
  )

  app.setNotFoundHandler((request, reply) => {
    const query = request.url.indexOf('?')
    const path = query < 0 ? request.url : request.url.slice(0, query)
    const withoutSlash = path.replace(/\/+$/, '')
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (isRead && withoutSlash !== path && publicPaths.includes(withoutSlash)) {
      return reply.redirect(withoutSlash + request.url.slice(path.length), 308)
    }
    if (path.startsWith('/api/') || !isRead) {
      throw new AppError('not_found', 'There is nothing at this address.')
    }
    if (path.startsWith(`${adminPaths.root}/`)) {
      return sendUncached(reply.code(404), { kind: 'admin', path })
    }
    const missing = isUnknownServicePath(path) ? missingServicePath : missingPath
    return sendPage(request, reply, missing)
  })

  return {
    sendResultPage: (reply, result) => sendUncached(reply, { kind: 'estimate-result', result }),
  }
}
