import type { ReactNode } from 'react'
import type { CheckedFile, SiteOnServer } from '#/contracts/pages/documents.ts'
import { SiteContext, SiteOnServerContext } from '../words.ts'

/** The id of the script element that holds the site's configuration as JSON, for React in the browser. */
export const siteDataId = 'site-data'

/** The id of the element that holds the back office, which React takes over in the browser. */
export const officeId = 'office'

/** When the browser needs the sheet that is not inlined. */
const otherMedia = 'print,(forced-colors:active)'

/** The parts of the head that differ between public pages and the back office. */
export type DocumentHead = {
  /** True if React never runs: then it needs to know nothing of the site. */
  isStatic?: boolean
  inlineStyle?: string | undefined
  /** The address of the sheet for paper and forced colours. */
  otherMediaStyle?: string | undefined
  inlineScript?: string | undefined
  speculationRules?: string | undefined
  style?: CheckedFile | undefined
  module?: CheckedFile | undefined
  /** What the module imports: the browser fetches it beside the module, and not after it. */
  imports?: readonly CheckedFile[]
  /** JSON-LD text. */
  structuredData?: string | undefined
  fontUrls: string[]
}

type DocumentProps = { site: SiteOnServer; head: DocumentHead; children: ReactNode }

/** `<` must not appear in a script element: it could close it. */
const toInlineJson = (json: string) => json.replaceAll('<', '\\u003c')

const raw = (text: string) => ({ dangerouslySetInnerHTML: { __html: text } })

/** The whole document around a page. */
export function Document({ site, head, children }: DocumentProps) {
  const { claims, showsSamples, area, ...inBrowser } = site
  return (
    // React would not find its texts again in what a translation makes of an application.
    <html lang="en" translate={head.module && 'no'}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#0B57A4" />
        <meta name="format-detection" content="telephone=no" />
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        {head.fontUrls.map((url) => (
          <link key={url} rel="preload" as="font" type="font/woff2" href={url} crossOrigin="" />
        ))}
        {head.style && (
          <link rel="stylesheet" href={head.style.url} integrity={head.style.integrity} />
        )}
        {head.inlineStyle !== undefined && <style {...raw(head.inlineStyle)} />}
        {head.otherMediaStyle !== undefined && (
          <link rel="stylesheet" media={otherMedia} href={head.otherMediaStyle} />
        )}
        {head.inlineScript !== undefined && <script {...raw(head.inlineScript)} />}
        {head.speculationRules !== undefined && (
          <script type="speculationrules" {...raw(head.speculationRules)} />
        )}
        {head.structuredData !== undefined && (
          <script type="application/ld+json" {...raw(toInlineJson(head.structuredData))} />
        )}
        {head.imports?.map(({ url, integrity }) => (
          <link key={url} rel="modulepreload" href={url} integrity={integrity} />
        ))}
        {head.module && (
          <script type="module" src={head.module.url} integrity={head.module.integrity} />
        )}
      </head>
      <body>
        <SiteContext value={site}>
          <SiteOnServerContext value={site}>{children}</SiteOnServerContext>
        </SiteContext>
        {!head.isStatic && (
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
