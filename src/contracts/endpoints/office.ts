import type { SeoFields, SeoFrame, SeoPage, SeoRecord, SeoRevision } from '#/contracts/seo/seo.ts'
import type { AuditEntry } from '../audit/audit.ts'
import type { BackupStatus } from '../health/backups.ts'
import type { Page } from '../limits.ts'
import type { Results } from '../results/results.ts'
import { anybody, get, type Partly, proven, rowsFor, type Whole } from './endpoint.ts'

const editor = rowsFor({ who: 'editor' }, '/api')

/** Results, the audit log, backups, and the description of the API. */
export const officeEndpoints = {
  results: get<Results>()('/results'),
  auditEntries: get<Whole<Page<AuditEntry>>>()('/audit'),
  auditExport: proven.get<Whole<Page<AuditEntry>>>()('/audit/export', {
    audit: 'audit.export',
  }),
  backups: get<BackupStatus>()('/backups'),
  makeBackup: proven.post<undefined, BackupStatus>()('/backups', 'backup.make'),
  // Only says whether the file may be downloaded.
  backupDownload: proven.post()('/backups/:file/download', 'no entry'),
  backup: proven.get<Whole<Uint8Array>>()('/backups/:file', { audit: 'backup.download' }),
  openapi: anybody.get<Whole<object>>()('/openapi.json'),
}

/** Page metadata. Each save can be undone. */
export const seoEndpoints = {
  seo: anybody.get<SeoRecord>()('/seo'),
  seoEditor: anybody.get<SeoFrame>()('/seo/editor'),
  seoPages: editor.get<SeoPage[]>()('/seo/pages'),
  seoRevisions: editor.get<SeoRevision[]>()('/seo/revisions'),
  saveSeo: editor.post<
    Partly<SeoFields> & { pagePath: string; version?: number | undefined },
    SeoRecord
  >()('/seo', 'metadata.save'),
  removeSeo: editor.remove()('/seo', 'metadata.remove'),
}
