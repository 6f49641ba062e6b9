import type { FastifyInstance } from 'fastify'
import type { MailToRender, RenderedMail } from '#/contracts/notifications/mails.ts'
import type {
  DocumentToRender,
  RenderedDocument,
  SiteOnServer,
} from '#/contracts/pages/documents.ts'

/** The only way from the server into React. */
export type Renderer = {
  render: (wanted: DocumentToRender) => Promise<RenderedDocument>
  renderMail: (wanted: MailToRender) => Promise<RenderedMail>
  /** Adds the routes that serve scripts, styles, fonts and pictures. */
  serveAssets: (app: FastifyInstance) => Promise<void>
  /** True while the sources may change under a running server. */
  isDevelopment: boolean
}

type RendererOptions = { site: SiteOnServer; isDevelopment: boolean }

/** Loads Vite in development and the built bundle in production, never both. */
export async function createRenderer({ site, isDevelopment }: RendererOptions): Promise<Renderer> {
  if (isDevelopment) {
    const { createViteRenderer } = await import('./vite-renderer.ts')
    return createViteRenderer(site)
  }
  const { createBuiltRenderer } = await import('./built-renderer.ts')
  return createBuiltRenderer(site)
}
