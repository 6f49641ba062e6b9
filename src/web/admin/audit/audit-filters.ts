import type { AuditFilters } from '#/contracts/audit/audit.ts'
import {
  type AuditGroup,
  type AuditResult,
  auditGroups,
  auditResults,
} from '#/contracts/audit/audit-words.ts'

/** A day as a date field and the API write it. */
const dayOf = (text: string | null) =>
  text && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined

/** Reads the filters from an address, which may hold anything. */
export function parseAuditFilters(params: URLSearchParams): AuditFilters {
  const group = params.get('group') ?? ''
  const result = params.get('result') ?? ''
  return {
    q: params.get('q')?.slice(0, 200) || undefined,
    group: Object.hasOwn(auditGroups, group) ? (group as AuditGroup) : undefined,
    result: auditResults.find((known): known is AuditResult => known === result),
    from: dayOf(params.get('from')),
    to: dayOf(params.get('to')),
  }
}

/** The filters that are set, as the page's address and the API write them. */
export function auditParams(filters: AuditFilters): URLSearchParams {
  return new URLSearchParams(
    Object.entries(filters).filter((entry): entry is [string, string] => Boolean(entry[1])),
  )
}

/** A path of the API with these filters. */
export function auditPath(path: string, filters: AuditFilters, cursor?: string): string {
  const params = auditParams(filters)
  if (cursor) params.set('cursor', cursor)
  return params.size > 0 ? `${path}?${params}` : path
}
