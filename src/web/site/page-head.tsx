import { useLayoutEffect } from 'react'
import { business } from '#/content/business.ts'
import { altAttributes } from '#/contracts/alt-attributes.ts'
import { structuredDataPolicy } from '#/contracts/documents.ts'
import type { PageMetadata } from '#/contracts/seo.ts'
import { useSite } from '../words.ts'

/** The id of the script element that holds a page's structured data. */
export const structuredDataId = 'structured-data'

declare global {
  /** Trusted Types, as far as they are used here: the types of the DOM lack them. */
  var trustedTypes:
    | {
        createPolicy: (
          name: string,
          rules: { createScript: (text: string) => string },
        ) => { createScript: (text: string) => unknown }
      }
    | undefined
}

/**
 * Lets a script element be given text, and only that of valid JSON: where browsers enforce Trusted
 * Types, they take no other. Undefined where they do not know them.
 */
const jsonPolicy = globalThis.trustedTypes?.createPolicy(structuredDataPolicy, {
  createScript: (json) => JSON.stringify(JSON.parse(json)),
})

function writeStructuredData(json: string): void {
  const script = document.getElementById(structuredDataId)
  if (!script) return
  // The types of the DOM know strings only.
  script.textContent = (jsonPolicy?.createScript(json) ?? json) as string
}

/** Sets an attribute. Returns a function that restores it. */
function replaceAttribute(element: Element, name: string, value: string): () => void {
  const before = element.getAttribute(name)
  element.setAttribute(name, value)
  return () => {
    if (before === null) element.removeAttribute(name)
    else element.setAttribute(name, before)
  }
}

/**
 * Puts into the document, after a change of page, what React does not render: the structured data,
 * because the policy lets React create no script element, and the image texts, whose selectors may
 * find any element. Images of the header and the footer outlive the page, so the returned function
 * restores their texts.
 */
function applyToDocument({ structuredData, imageAlts }: PageMetadata): () => void {
  writeStructuredData(structuredData ?? '{}')
  const restore: (() => void)[] = []
  for (const { selector, alt } of imageAlts) {
    for (const element of document.querySelectorAll(selector)) {
      for (const [name, value] of Object.entries(altAttributes(element.localName, alt))) {
        restore.unshift(replaceAttribute(element, name, value))
      }
    }
  }
  return () => {
    for (const restoreAttribute of restore) restoreAttribute()
  }
}

type PageHeadProps = {
  metadata: PageMetadata
  /** True for the page that the document was rendered with, which has all of it already. */
  isFirst: boolean
}

/** A page's part of the document's head, where React moves it. Exactly one on each page. */
export function PageHead({ metadata, isFirst }: PageHeadProps) {
  const site = useSite()
  const { title, description, keywords, canonicalUrl, ogImage } = metadata
  const { region, placename, latitude, longitude } = business.geo
  useLayoutEffect(() => (isFirst ? undefined : applyToDocument(metadata)), [metadata, isFirst])
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      {keywords && <meta name="keywords" content={keywords} />}
      <meta name="robots" content={canonicalUrl ? 'index, follow' : 'noindex'} />
      {canonicalUrl && <link rel="canonical" href={canonicalUrl} />}
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={site.name} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      {canonicalUrl && <meta property="og:url" content={canonicalUrl} />}
      {ogImage && <meta property="og:image" content={ogImage} />}
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="twitter:title" content={title} />
      <meta name="twitter:description" content={description} />
      {ogImage && <meta name="twitter:image" content={ogImage} />}
      <meta name="geo.region" content={region} />
      <meta name="geo.placename" content={placename} />
      <meta name="geo.position" content={`${latitude};${longitude}`} />
      <meta name="ICBM" content={`${latitude}, ${longitude}`} />
    </>
  )
}

const contentOf = (selector: string) =>
  document.head.querySelector<HTMLMetaElement>(selector)?.content

/** The metadata that `PageHead` wrote on the server, read back so that hydration finds the same. */
export function readPageHead(h1Text: string | undefined): PageMetadata {
  const canonical = document.head.querySelector<HTMLLinkElement>('link[rel=canonical]')
  const ogImage = contentOf('meta[property="og:image"]')
  return {
    title: document.head.querySelector('title')?.textContent ?? '',
    description: contentOf('meta[name=description]') ?? '',
    keywords: contentOf('meta[name=keywords]') ?? '',
    ...(canonical && { canonicalUrl: canonical.getAttribute('href') ?? '' }),
    ...(ogImage !== undefined && { ogImage }),
    ...(h1Text !== undefined && { h1Text }),
    imageAlts: [],
  }
}
