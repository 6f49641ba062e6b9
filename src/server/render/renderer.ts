import type { FastifyInstance } from 'fastify'
import type { DocumentRequest, RenderedDocument } from '#/contracts/documents.ts'
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
