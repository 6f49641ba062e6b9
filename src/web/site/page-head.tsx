import { useLayoutEffect } from 'react'
import { business } from '#/content/business.ts'
import type { PageMetadata } from '#/contracts/seo.ts'
import { useSite } from '../words.ts'

/** The id of the script element that holds a page's structured data. */
export const structuredDataId = 'structured-data'

/** Sets an attribute, and answers what takes that back. */
function replaceAttribute(element: Element, name: string, value: string): () => void {
  const before = element.getAttribute(name)
  element.setAttribute(name, value)
  return () => {
    if (before === null) element.removeAttribute(name)
    else element.setAttribute(name, before)
  }
}

/** What carries the text of an element: `alt` for images, the accessible name for drawings. */
function attributesFor(element: Element, alt: string): [string, string][] {
  if (element.tagName === 'IMG') return [['alt', alt]]
  if (element.tagName !== 'svg') return []
  if (alt === '') return [['aria-hidden', 'true']]
  return [
    ['role', 'img'],
    ['aria-label', alt],
    ['aria-hidden', 'false'],
  ]
}

/**
 * Puts what React does not draw into the document after a change of page: the structured data,
 * because no script may create a script here, and the texts of images, whose selectors may mean any.
 * Those of the header and the footer outlive the page, so the answer takes the texts back.
 */
function applyToDocument({ structuredData, imageAlts }: PageMetadata): () => void {
  const script = document.getElementById(structuredDataId)?.firstChild
  if (script) script.nodeValue = structuredData ?? '{}'
  const undo: (() => void)[] = []
  for (const { selector, alt } of imageAlts) {
    for (const element of document.querySelectorAll(selector)) {
      for (const [name, value] of attributesFor(element, alt)) {
        undo.unshift(replaceAttribute(element, name, value))
      }
    }
  }
  return () => {
    for (const takeBack of undo) takeBack()
  }
}

type PageHeadProps = {
  metadata: PageMetadata
  /** The document came with it, so all of it stands there already. */
  isFirst: boolean
}

/** What the head says about a page. React moves it there. Stands exactly once on each page. */
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
