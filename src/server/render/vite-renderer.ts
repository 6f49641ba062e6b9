import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { createServer } from 'vite'
import type { MailToRender, RenderMail } from '#/contracts/notifications/mails.ts'
import type {
  DocumentAssets,
  DocumentToRender,
  RenderDocument,
  Site,
} from '#/contracts/pages/documents.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

const fontUrls = ['montserrat-800', 'open-sans-400', 'open-sans-600'].map(
  (font) => `/src/web/fonts/${font}.woff2`,
)

/** Renders from the sources through Vite, which also replaces changed modules in the browser. */
export async function createViteRenderer(site: Site) {
  const vite = await createServer({ root, server: { middlewareMode: true } })

  async function loadAssets(): Promise<DocumentAssets> {
    const load = async (path: string) =>
      String((await vite.ssrLoadModule(`${path}?inline`)).default)
    return {
      siteCss: await load('/src/web/site/site.css'),
      tokenPagesCss: await load('/src/web/request/token-pages.css'),
      otherMediaCssUrl: '/src/web/site/other-media.css',
      adminCssUrl: '/src/web/admin/admin.css',
      formUrl: '/src/web/entries/entry-form.ts',
      editorUrl: '/src/web/entries/entry-editor.tsx',
      officeUrl: '/src/web/entries/entry-office.tsx',
      pageUrl: '/src/web/entries/page-script.ts',
      fontUrls,
    }
  }

  return {
    isDevelopment: true,
    async render(wanted: DocumentToRender) {
      const { renderDocument } = (await vite.ssrLoadModule(
        '/src/web/entries/entry-server.tsx',
      )) as {
        renderDocument: RenderDocument
      }
      const document = renderDocument(wanted, { site, assets: await loadAssets() })
      const path = 'path' in wanted ? wanted.path : '/'
      return { ...document, html: await vite.transformIndexHtml(path, document.html) }
    },
    async renderMail(wanted: MailToRender) {
      const { renderMail } = (await vite.ssrLoadModule('/src/web/entries/entry-server.tsx')) as {
        renderMail: RenderMail
      }
      return renderMail(wanted, site)
    },
    async serveAssets(app: FastifyInstance) {
      app.addHook('onRequest', (request, reply, done) => {
        vite.middlewares(request.raw, reply.raw, (error: unknown) => done(error as Error))
      })
      app.addHook('onClose', () => vite.close())
    },
  }
}
