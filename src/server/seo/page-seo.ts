import type { Site } from '#/contracts/documents.ts'
import type { PageMetadata, SeoRecord } from '#/contracts/seo.ts'
import type { Database } from '../db/database.ts'
import { applyImageAlts } from './image-alts.ts'
import { mergeMetadata, unlistedPages } from './metadata.ts'
import { readRecord } from './seo-records.ts'

/** What the pages need to know of their metadata. */
export function createPageSeo(db: Database, site: Site) {
  return {
    readRecord: (path: string) => readRecord(db, path),
    metadataOf: (path: string, record: SeoRecord | undefined): PageMetadata =>
      mergeMetadata(path, site, record),
    unlisted: unlistedPages(site),
    applyImageAlts,
  }
}
