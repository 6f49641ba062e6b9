import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'
import type { RenderMail } from '#/contracts/notifications/mails.ts'
import type { RenderDocument, SiteOnServer } from '#/contracts/pages/documents.ts'
import { findAssets, type Renderer } from './document-assets.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** Renders from the sources through Vite, which also replaces changed modules in the browser. */
export async function createViteRenderer(site: SiteOnServer): Promise<Renderer> {
  const vite = await createServer({ root, server: { middlewareMode: true } })

  const textOf = async (source: string) =>
    String((await vite.ssrLoadModule(`/${source}?inline`)).default)

  type Entry = { renderDocument: RenderDocument; renderMail: RenderMail }
  const load = async () => (await vite.ssrLoadModule('/src/web/entries/entry-server.tsx')) as Entry

  return {
    isDevelopment: true,
    async render(wanted) {
      const { renderDocument } = await load()
      const document = renderDocument(wanted, {
        site,
        assets: await findAssets({
          text: textOf,
          file: (source) => ({ url: `/${source}` }),
          importsOf: () => [],
        }),
      })
      const path = 'path' in wanted ? wanted.path : '/'
      return { ...document, html: await vite.transformIndexHtml(path, document.html) }
    },
    renderMail: async (wanted) => (await load()).renderMail(wanted, site),
    async serveAssets(app) {
      app.addHook('onRequest', (request, reply, done) => {
        vite.middlewares(request.raw, reply.raw, (error: unknown) => done(error as Error))
      })
      app.addHook('onClose', () => vite.close())
    },
  }
}
