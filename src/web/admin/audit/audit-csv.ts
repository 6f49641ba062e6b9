import type { AuditEntry } from '#/contracts/audit/audit.ts'
import { auditInWords } from '#/contracts/audit/audit-words.ts'
import { api } from '#/contracts/endpoints/api.ts'
import { pageLimits } from '#/contracts/limits.ts'
import { callWithProof } from '../shell/call.ts'
import { csvHeaderOf, type Export, toCsvRows } from '../shell/csv.ts'

const columns = ['ID', 'Time (UTC)', 'Who', 'User ID', 'What', 'Result', 'Address', 'Browser']

function toRow(entry: AuditEntry): (string | number)[] {
  const { id, at, who, userId, result, address, userAgent } = entry
  return [id, at, who, userId ?? '', auditInWords(entry), result, address ?? '', userAgent ?? '']
}

/** The export of all entries that match what the address of the page says. */
export function auditExport(search: string): Export<AuditEntry> {
  return {
    header: csvHeaderOf(columns),
    toCsvRows: (entries) => toCsvRows(entries.map(toRow)),
    readPage(cursor) {
      const filters = Object.fromEntries(new URLSearchParams(search))
      const params = { ...filters, limit: pageLimits.max, cursor }
      return callWithProof(api.auditExport, { params })
    },
  }
}
