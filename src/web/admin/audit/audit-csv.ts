import { type AuditEntry, auditInWords } from '#/contracts/audit/audit-words.ts'
import { api } from '#/contracts/endpoints/api.ts'
import { pageLimits } from '#/contracts/limits.ts'
import { callWithProof } from '../shell/call.ts'
import type { Columns, Export } from '../shell/csv.ts'

const columns: Columns<AuditEntry> = [
  ['ID', ({ id }) => id],
  ['Time (UTC)', ({ at }) => at],
  ['Who', ({ who }) => who],
  ['User ID', ({ userId }) => userId ?? ''],
  ['What', auditInWords],
  ['Result', ({ result }) => result],
  ['Address', ({ address }) => address ?? ''],
  ['Browser', ({ userAgent }) => userAgent ?? ''],
]

/** The export of all entries that match what the address of the page says. */
export function auditExport(search: string): Export<AuditEntry> {
  return {
    columns,
    readPage(cursor) {
      const filters = Object.fromEntries(new URLSearchParams(search))
      const params = { ...filters, limit: pageLimits.max, cursor }
      return callWithProof(api.auditExport, { params })
    },
  }
}
