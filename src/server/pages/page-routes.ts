import { Negotiator } from '@fastify/accept-negotiator'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { DocumentRequest, EstimateResult, Site } from '#/contracts/documents.ts'
import {
  adminPaths,
  apiPaths,
  isUnknownServicePath,
  publicPaths,
  servicePath,
} from '#/contracts/routes.ts'
import { type PageMetadata, pageMetadataSchema, type SeoRecord } from '#/contracts/seo.ts'
import type { Listen } from '../db/database.ts'
import { AppError } from '../http/errors.ts'
import type { Guards } from '../http/sessions.ts'
import type { Renderer } from '../render/renderer.ts'
import { type CachedPage, type PageEncoding, pageEncodings, toCachedPage } from './cached-page.ts'
import { contentSecurityPolicy } from './content-security-policy.ts'
import { createPageStore, type PageStore } from './page-store.ts'

/** All unknown paths share two pages, so nobody can fill the cache. */
const missingPath = '/not-found'
const missingServicePath = servicePath('not-found')

const encodings = new Negotiator({ supportedValues: [...pageEncodings] })

/** What the pages ask of the feature that keeps their metadata. */
export type PageSeo = {
  /** The stored metadata of a page, if it has any. */
  readRecord: (path: string) => Promise<SeoRecord | undefined>
  /** What a public page says, stored values over built-in ones. */
  metadataOf: (path: string, record: SeoRecord | undefined) => PageMetadata
  /** What the pages say that have no address of their own. */
  unlisted: Record<'notFound' | 'serviceNotFound' | 'estimateResult', PageMetadata>
  /** Writes the texts of images into a document. */
  applyImageAlts: (html: string, alts: PageMetadata['imageAlts']) => Promise<string>
}

/** What the pages need. */
export type PageDeps = {
  site: Site
  renderer: Renderer
  guards: Guards
  listen: Listen
  seo: PageSeo
  /** Hears of each public page that is asked for. */
  onPage: (from: 'cache' | 'made') => void
}

/** What other features may ask of the pages. */
export type Pages = {
  /** Answers a form that was sent without JavaScript. The reply's status is the caller's. */
  sendResultPage: (reply: FastifyReply, result: EstimateResult) => Promise<unknown>
  /** Makes a page anew for its next visitor. Other processes hear of a change by themselves. */
  forgetPage: (path: string) => void
}

function chooseEncoding(request: FastifyRequest): PageEncoding {
  const accepted = request.headers['accept-encoding']
  return (accepted && (encodings.negotiate(accepted) as PageEncoding | null)) || 'identity'
}

function sendCached(request: FastifyRequest, reply: FastifyReply, page: CachedPage) {
  const encoding = chooseEncoding(request)
  reply
    .code(page.status)
    .header('etag', page.etag)
    // Checked each time, but kept: back and forward are instant.
    .header('cache-control', 'no-cache')
    .header('vary', 'accept-encoding')
    .header('content-security-policy', page.contentSecurityPolicy)
  const isKnown = request.headers['if-none-match']?.includes(page.etag)
  if (isKnown && page.status === 200) return reply.code(304).send()
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.type('text/html; charset=utf-8').send(page.bodies[encoding])
}

/** The parts of a document that are put together here: what React drew, and what the owner adds. */
function createDocuments({ site, renderer, seo }: PageDeps) {
  function metadataOf(path: string, record: SeoRecord | undefined): PageMetadata {
    if (path === missingPath) return seo.unlisted.notFound
    if (path === missingServicePath) return seo.unlisted.serviceNotFound
    return seo.metadataOf(path, record)
  }

  async function draw(request: DocumentRequest) {
    const drawn = await renderer.render(request)
    const alts = request.kind === 'page' ? request.metadata.imageAlts : []
    const document = { ...drawn, html: await seo.applyImageAlts(drawn.html, alts) }
    return { document, policy: contentSecurityPolicy(document, site) }
  }

  async function makePage(path: string, record: SeoRecord | undefined) {
    const metadata = metadataOf(path, record)
    const { document, policy } = await draw({ kind: 'page', path, metadata })
    const page = await toCachedPage(document, policy)
    return { page, metadata, version: record?.version ?? 0 }
  }

  const isUnlisted = (path: string) => [missingPath, missingServicePath].includes(path)
  const readRecord = async (path: string) =>
    isUnlisted(path) ? undefined : await seo.readRecord(path)

  return { draw, makePage, metadataOf, readRecord }
}

/** The page that an address shows. */
function shownPath(path: string): string {
  if (publicPaths.includes(path)) return path
  return isUnknownServicePath(path) ? missingServicePath : missingPath
}

/** Registers every page: the public ones, the back office, and the fallback for all other paths. */
export async function registerPages(app: FastifyInstance, deps: PageDeps): Promise<Pages> {
  const { renderer, guards, listen, seo, onPage } = deps
  const { draw, makePage, metadataOf, readRecord } = createDocuments(deps)
  const store: PageStore = createPageStore({ readRecord, make: makePage, onPage })
  await listen('seo_changed', store.listener)

  async function sendUncached(reply: FastifyReply, request: DocumentRequest) {
    const { document, policy } = await draw(request)
    // Vite's own inline scripts come and go; the policy is for what is built.
    if (renderer.isDevelopment) reply.removeHeader('content-security-policy')
    else reply.header('content-security-policy', policy)
    if (request.kind === 'page') reply.code(document.status)
    reply.header('cache-control', 'no-store')
    return reply.type('text/html; charset=utf-8').send(document.html)
  }

  async function sendPage(request: FastifyRequest, reply: FastifyReply, path: string) {
    if (!renderer.isDevelopment) return sendCached(request, reply, (await store.get(path)).page)
    const metadata = metadataOf(path, await readRecord(path))
    return sendUncached(reply, { kind: 'page', path, metadata })
  }

  for (const path of publicPaths) {
    app.get(path, (request, reply) => sendPage(request, reply, path))
  }

  app.withTypeProvider<ZodTypeProvider>().get(
    apiPaths.pageMetadata,
    {
      schema: {
        querystring: z.object({ path: z.string('Say which page: its path.').max(2000) }),
        response: { 200: z.object({ data: pageMetadataSchema }) },
      },
    },
    async ({ query }, reply) => {
      reply.header('cache-control', 'no-cache')
      return { data: (await store.get(shownPath(query.path))).metadata }
    },
  )

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
    return sendPage(request, reply, shownPath(path))
  })

  const metadata = seo.unlisted.estimateResult
  return {
    forgetPage: store.forget,
    sendResultPage: (reply, result) =>
      sendUncached(reply, { kind: 'estimate-result', result, metadata }),
  }
}
