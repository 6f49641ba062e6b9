import type { FastifyInstance } from 'fastify'
import type { DocumentRequest, RenderedDocument, Site } from '#/contracts/documents.ts'
import type { MailRequest, RenderedMail } from '#/contracts/mails.ts'

/** The way from the server into React, whichever way the web side was compiled. */
export type Renderer = {
  render: (request: DocumentRequest) => Promise<RenderedDocument>
  renderMail: (request: MailRequest) => Promise<RenderedMail>
  /** Adds the routes that serve scripts, styles, fonts and pictures. */
  serveAssets: (app: FastifyInstance) => Promise<void>
  /** True while the sources may change under a running server. */
  isDevelopment: boolean
}

/** Vite in development, the built bundle in production; only the one that is wanted is loaded. */
export async function createRenderer({
  site,
  isDevelopment,
}: {
  site: Site
  isDevelopment: boolean
}): Promise<Renderer> {
  if (isDevelopment) {
    const { createViteRenderer } = await import('./vite-renderer.ts')
    return createViteRenderer(site)
  }
  const { createBuiltRenderer } = await import('./built-renderer.ts')
  return createBuiltRenderer(site)
}
