import type { FastifyInstance } from 'fastify'
import type { MailToRender, RenderedMail } from '#/contracts/notifications/mails.ts'
import type {
  CheckedFile,
  DocumentAssets,
  DocumentToRender,
  RenderedDocument,
} from '#/contracts/pages/documents.ts'

/** The only way from the server into React. */
export type Renderer = {
  render: (wanted: DocumentToRender) => Promise<RenderedDocument>
  renderMail: (wanted: MailToRender) => Promise<RenderedMail>
  serveAssets: (app: FastifyInstance) => Promise<void>
  /** True while the sources may change under a running server. */
  isDevelopment: boolean
}

/** How a build is asked for its files, each by its place in the sources. */
type Build = {
  text: (source: string) => Promise<string>
  file: (source: string) => CheckedFile
  /** What a module imports, and what that imports. */
  importsOf: (source: string) => CheckedFile[]
}

const office = 'src/web/entries/entry-office.tsx'

/** What documents load of a build. */
export async function findAssets({ text, file, importsOf }: Build): Promise<DocumentAssets> {
  return {
    siteCss: await text('src/web/site/site.css'),
    tokenPagesCss: await text('src/web/ui/sheets/link-pages.css'),
    otherMediaCssUrl: file('src/web/site/other-media.css').url,
    adminCss: file('src/web/admin/admin.css'),
    office: file(office),
    officeImports: importsOf(office),
    formUrl: file('src/web/entries/entry-form.ts').url,
    editorUrl: file('src/web/entries/entry-editor.tsx').url,
    pageUrl: file('src/web/entries/page-script.ts').url,
    fontUrls: ['montserrat-800', 'open-sans-400', 'open-sans-600'].map(
      (font) => file(`src/web/fonts/${font}.woff2`).url,
    ),
  }
}
