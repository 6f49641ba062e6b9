import type { DocumentAssets } from '#/contracts/pages/documents.ts'

/** The style and the script of the office. */
export const adminCss = 'src/web/admin/admin.css'
export const office = 'src/web/entries/entry-office.tsx'

/**
 * What documents load, by its place in the sources: `text` is the content of a style that documents hold
 * themselves, `url` the address of the rest.
 */
export async function findAssets(
  text: (source: string) => Promise<string>,
  url: (source: string) => string,
): Promise<DocumentAssets> {
  return {
    siteCss: await text('src/web/site/site.css'),
    tokenPagesCss: await text('src/web/ui/sheets/link-pages.css'),
    otherMediaCssUrl: url('src/web/site/other-media.css'),
    adminCssUrl: url(adminCss),
    formUrl: url('src/web/entries/entry-form.ts'),
    editorUrl: url('src/web/entries/entry-editor.tsx'),
    officeUrl: url(office),
    pageUrl: url('src/web/entries/page-script.ts'),
    fontUrls: ['montserrat-800', 'open-sans-400', 'open-sans-600'].map((font) =>
      url(`src/web/fonts/${font}.woff2`),
    ),
  }
}
