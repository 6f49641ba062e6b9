import { type ReactNode, Suspense, useEffect } from 'react'
import type { Site } from '#/contracts/documents.ts'
import type { AnswerSpeed } from '#/contracts/seo.ts'
import { structuredDataId } from './site/page-head.tsx'
import { SiteContext } from './words.ts'

/** The id of the script element that holds the `DocumentData` as JSON, for React in the browser. */
export const documentDataId = 'document-data'

/** The id of the inlined style sheet. */
export const inlineStyleId = 'site-style'

/** When the browser needs the sheet that is not inlined. */
const otherMedia = 'print,(forced-colors:active)'

/** The id of the inlined script. */
export const inlineScriptId = 'boot'

/** The id of the rules by which the browser prerenders the next page before React runs. */
export const speculationRulesId = 'speculation-rules'

/** The id of the script element that starts React at once. */
export const moduleScriptId = 'entry'

/** What React needs in the browser to render the same document as on the server. */
export type DocumentData = {
  site: Site
  /** The page's heading where it is not the built-in one. */
  h1Text?: string
  /** So many of the page's reviews are those of customers; absent where none is. */
  reviewCount?: number
  answerSpeed?: AnswerSpeed
}

/** A file, and the hash by which the browser checks it. */
type CheckedFile = { url: string; integrity: string | undefined }

/** The parts of the head that differ between public pages and the back office. */
export type DocumentHead = {
  /** True if React never runs: then it needs to know nothing of the page. */
  isStatic?: boolean
  inlineStyle?: string | undefined
  /** The address of the sheet for paper and forced colours. */
  otherMediaStyle?: string | undefined
  inlineScript?: string | undefined
  speculationRules?: string | undefined
  style?: CheckedFile | undefined
  module?: CheckedFile | undefined
  /** JSON-LD text. */
  structuredData?: string | undefined
  fontUrls: string[]
}

type DocumentProps = { data: DocumentData; head: DocumentHead; children: ReactNode }

/** `<` must not appear in a script element: it could close it. */
const toInlineJson = (json: string) => json.replaceAll('<', '\\u003c')

const raw = (text: string) => ({ dangerouslySetInnerHTML: { __html: text } })

/** The whole document around a page. */
export function Document({ data, head, children }: DocumentProps) {
  // Once React runs, links load the next page by script: prerendering it too would be a waste.
  useEffect(() => document.getElementById(speculationRulesId)?.remove(), [])
  return (
    <html lang="en">
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
        {head.inlineStyle !== undefined && <style id={inlineStyleId} {...raw(head.inlineStyle)} />}
        {head.otherMediaStyle !== undefined && (
          <link rel="stylesheet" media={otherMedia} href={head.otherMediaStyle} />
        )}
        {head.inlineScript !== undefined && (
          <script id={inlineScriptId} {...raw(head.inlineScript)} />
        )}
        {head.speculationRules !== undefined && (
          <script id={speculationRulesId} type="speculationrules" {...raw(head.speculationRules)} />
        )}
        {head.structuredData !== undefined && (
          <script
            id={structuredDataId}
            type="application/ld+json"
            {...raw(toInlineJson(head.structuredData))}
          />
        )}
        {head.module && (
          <script
            id={moduleScriptId}
            type="module"
            src={head.module.url}
            integrity={head.module.integrity}
          />
        )}
      </head>
      <body>
        {/*
          If something changed the page before React ran, React renders it again from the nearest
          boundary. Above this one it could not: the policy lets no script create a script.
        */}
        <Suspense>
          <SiteContext value={data.site}>{children}</SiteContext>
        </Suspense>
        {!head.isStatic && (
          <script
            id={documentDataId}
            type="application/json"
            {...raw(toInlineJson(JSON.stringify(data)))}
          />
        )}
      </body>
    </html>
  )
}
