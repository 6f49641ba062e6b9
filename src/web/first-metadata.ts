import type { PageMetadata } from '#/contracts/seo.ts'

const contentOf = (selector: string) =>
  document.head.querySelector<HTMLMetaElement>(selector)?.content

/** What the head of the document says as the server made it, so that hydration finds what it expects. */
export function readFirstMetadata(h1Text: string | undefined): PageMetadata {
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
