import type { ReactNode } from 'react'
import type {
  DocumentAssets,
  DocumentToRender,
  RenderedDocument,
  SiteOnServer,
} from '#/contracts/pages/documents.ts'
import { SiteContext, SiteOnServerContext } from '../words.ts'

/** The id of the script element that holds the site's configuration as JSON, for React in the browser. */
export const siteDataId = 'site-data'

/** The id of the element that holds the back office, which React takes over in the browser. */
export const officeId = 'office'

/** When the browser needs the sheet that is not inlined. */
const otherMedia = 'print,(forced-colors:active)'

/** `<` must not appear in a script element: it could close it. */
const toInlineJson = (json: string) => json.replaceAll('<', '\\u003c')

const raw = (text: string) => ({ dangerouslySetInnerHTML: { __html: text } })

/** The files of the back office. The browser fetches what its module imports beside it, and not after it. */
function OfficeFiles({ adminCss, office, officeImports }: DocumentAssets) {
  return (
    <>
      <link rel="stylesheet" href={adminCss.url} integrity={adminCss.integrity} />
      {officeImports.map(({ url, integrity }) => (
        <link key={url} rel="modulepreload" href={url} integrity={integrity} />
      ))}
      <script type="module" src={office.url} integrity={office.integrity} />
    </>
  )
}

/** What stands in a document as text, and its policy allows by its hash: at most one style and two scripts. */
export type Inlined = Pick<RenderedDocument, 'inlineStyles' | 'inlineScripts'>

type DocumentProps = Inlined & {
  wanted: DocumentToRender
  site: SiteOnServer
  assets: DocumentAssets
  children: ReactNode
}

/** The whole document around a page. */
export function Document(props: DocumentProps) {
  const { wanted, site, assets, inlineStyles, inlineScripts, children } = props
  const { claims, showsSamples, area, ...inBrowser } = site
  const isOffice = wanted.kind === 'admin'
  const structuredData = wanted.kind === 'page' ? wanted.metadata.structuredData : undefined
  const [style] = inlineStyles
  const [script, speculationRules] = inlineScripts
  return (
    // React would not find its texts again in what a translation makes of an application.
    <html lang="en" translate={isOffice ? 'no' : undefined}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#0B57A4" />
        <meta name="format-detection" content="telephone=no" />
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        {assets.fontUrls.map((url) => (
          <link key={url} rel="preload" as="font" type="font/woff2" href={url} crossOrigin="" />
        ))}
        {isOffice && <OfficeFiles {...assets} />}
        {style !== undefined && (
          <>
            <style {...raw(style)} />
            <link rel="stylesheet" media={otherMedia} href={assets.otherMediaCssUrl} />
          </>
        )}
        {script !== undefined && <script {...raw(script)} />}
        {speculationRules !== undefined && (
          <script type="speculationrules" {...raw(speculationRules)} />
        )}
        {structuredData !== undefined && (
          <script type="application/ld+json" {...raw(toInlineJson(structuredData))} />
        )}
      </head>
      <body>
        <SiteContext value={site}>
          <SiteOnServerContext value={site}>{children}</SiteOnServerContext>
        </SiteContext>
        {/* Where React never runs, it needs to know nothing of the site. */}
        {(isOffice || script !== undefined) && (
          <script
            id={siteDataId}
            type="application/json"
            {...raw(toInlineJson(JSON.stringify(inBrowser)))}
          />
        )}
      </body>
    </html>
  )
}
