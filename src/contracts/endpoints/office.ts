import type { SeoFields, SeoFrame, SeoPage, SeoRecord, SeoRevision } from '#/contracts/seo/seo.ts'
import type { AuditEntry } from '../audit/audit.ts'
import type { BackupStatus } from '../health/backups.ts'
import type { Page } from '../limits.ts'
import type { Results } from '../results/results.ts'
import { get, type Partly, post, remove, type Whole } from './endpoint.ts'

/** Results, the audit log, backups, and the description of the API. */
export const officeEndpoints = {
  results: get<Results>()('/api/admin/results'),
  auditEntries: get<Whole<Page<AuditEntry>>>()('/api/admin/audit'),
  auditExport: get<Whole<Page<AuditEntry>>>()('/api/admin/audit/export', {
    proof: true,
    audit: 'audit.export',
  }),
  backups: get<BackupStatus>()('/api/admin/backups'),
  makeBackup: post<undefined, BackupStatus>()('/api/admin/backups', {
    proof: true,
    audit: 'backup.make',
  }),
  // Only says whether the file may be downloaded.
  backupDownload: post()('/api/admin/backups/:file/download', { proof: true, audit: 'no entry' }),
  backup: get<Whole<Uint8Array>>()('/api/admin/backups/:file', {
    proof: true,
    audit: 'backup.download',
  }),
  openapi: get<Whole<object>>()('/api/openapi.json', { who: 'anybody' }),
}

/** Page metadata. Each save can be undone. */
export const seoEndpoints = {
  seo: get<SeoRecord>()('/api/seo', { who: 'anybody' }),
  seoEditor: get<SeoFrame>()('/api/seo/editor', { who: 'anybody' }),
  seoPages: get<SeoPage[]>()('/api/seo/pages', { who: 'editor' }),
  seoRevisions: get<SeoRevision[]>()('/api/seo/revisions', { who: 'editor' }),
  saveSeo: post<
    Partly<SeoFields> & { pagePath: string; version?: number | undefined },
    SeoRecord
  >()('/api/seo', { who: 'editor', audit: 'metadata.save' }),
  removeSeo: remove()('/api/seo', { who: 'editor', audit: 'metadata.remove' }),
}
