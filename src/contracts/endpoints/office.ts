import type { SeoFields, SeoFrame, SeoPage, SeoRecord, SeoRevision } from '#/contracts/seo/seo.ts'
import type { AuditEntry } from '../audit/audit.ts'
import type { BackupStatus } from '../health/backups.ts'
import type { Page } from '../limits.ts'
import type { Results } from '../results/results.ts'
import { anybody, get, type Partly, proven, rowsFor, type Whole } from './endpoint.ts'

const editor = rowsFor({ who: 'editor' })

/** Results, the audit log, backups, and the description of the API. */
export const officeEndpoints = {
  results: get<Results>()('/api/admin/results'),
  auditEntries: get<Whole<Page<AuditEntry>>>()('/api/admin/audit'),
  auditExport: proven.get<Whole<Page<AuditEntry>>>()('/api/admin/audit/export', {
    audit: 'audit.export',
  }),
  backups: get<BackupStatus>()('/api/admin/backups'),
  makeBackup: proven.post<undefined, BackupStatus>()('/api/admin/backups', 'backup.make'),
  // Only says whether the file may be downloaded.
  backupDownload: proven.post()('/api/admin/backups/:file/download', 'no entry'),
  backup: proven.get<Whole<Uint8Array>>()('/api/admin/backups/:file', { audit: 'backup.download' }),
  openapi: anybody.get<Whole<object>>()('/api/openapi.json'),
}

/** Page metadata. Each save can be undone. */
export const seoEndpoints = {
  seo: anybody.get<SeoRecord>()('/api/seo'),
  seoEditor: anybody.get<SeoFrame>()('/api/seo/editor'),
  seoPages: editor.get<SeoPage[]>()('/api/seo/pages'),
  seoRevisions: editor.get<SeoRevision[]>()('/api/seo/revisions'),
  saveSeo: editor.post<
    Partly<SeoFields> & { pagePath: string; version?: number | undefined },
    SeoRecord
  >()('/api/seo', 'metadata.save'),
  removeSeo: editor.remove()('/api/seo', 'metadata.remove'),
}
