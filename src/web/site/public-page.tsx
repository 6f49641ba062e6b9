import type { ComponentType } from 'react'
import type { PageMetadata } from '#/contracts/seo/seo.ts'
import { PathContext } from '../page-path.ts'
import { SiteChrome } from './chrome/site-chrome.tsx'
import { PageHead } from './page-head.tsx'
import { MetadataContext } from './page-metadata.ts'

type PublicPageProps = { path: string; metadata: PageMetadata; Page: ComponentType }

/** A public page in its frame, with its part of the document's head. */
export function PublicPage({ path, metadata, Page }: PublicPageProps) {
  return (
    <PathContext value={path}>
      <MetadataContext value={metadata}>
        <SiteChrome path={path}>
          <Page />
        </SiteChrome>
        <PageHead metadata={metadata} />
      </MetadataContext>
    </PathContext>
  )
}
