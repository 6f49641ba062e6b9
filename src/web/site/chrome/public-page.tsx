import type { ReactNode } from 'react'
import { business } from '#/content/business.ts'
import { skipLink } from '#/content/chrome.ts'
import type { PageMetadata } from '#/contracts/seo/seo.ts'
import { MetadataContext, PathContext } from '#/web/page-context.ts'
import { useSite } from '#/web/words.ts'
import { Header } from './header.tsx'
import { Footer, Strip } from './site-chrome.tsx'

/** A page's part of the document's head, where React moves it. Exactly one on each page. */
function PageHead({ metadata }: { metadata: PageMetadata }) {
  const site = useSite()
  const { title, description, keywords, canonicalUrl, ogImage } = metadata
  const { region, placename, latitude, longitude } = business.geo
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
      <meta name="geo.placename" content={site.towns[0]} />
      {site.towns[0] === placename && (
        <>
          <meta name="geo.position" content={`${latitude};${longitude}`} />
          <meta name="ICBM" content={`${latitude}, ${longitude}`} />
        </>
      )}
    </>
  )
}

type PublicPageProps = { path: string; metadata: PageMetadata; children: ReactNode }

/** A public page in its frame, with its part of the document's head. */
export function PublicPage({ path, metadata, children }: PublicPageProps) {
  return (
    <PathContext value={path}>
      <MetadataContext value={metadata}>
        <a className="btn skip" href={skipLink.href}>
          {skipLink.label}
        </a>
        <Strip />
        <Header />
        <main id={skipLink.href.slice(1)} tabIndex={-1}>
          {children}
        </main>
        <Footer />
        <PageHead metadata={metadata} />
      </MetadataContext>
    </PathContext>
  )
}
