import type { LeadFilters } from '#/contracts/leads/inbox.ts'
import type { LeadOrder } from '#/contracts/limits.ts'
import { apiPaths } from '#/contracts/routes.ts'

/** The filters that let everything through. */
export const noFilters: LeadFilters = {
  q: undefined,
  service: undefined,
  status: 'all',
  source: undefined,
  quarantined: false,
}

/** True when a filter is set. */
export function isFiltering({ q, service, status, source, quarantined }: LeadFilters): boolean {
  return Boolean(q?.trim() || service || source || quarantined) || status !== 'all'
}

/** The filters as the API and the page's address write them: those that are set. */
export function filterParams(filters: LeadFilters): URLSearchParams {
  const params = new URLSearchParams()
  if (filters.q?.trim()) params.set('q', filters.q)
  if (filters.service) params.set('service', filters.service)
  if (filters.status !== 'all') params.set('status', filters.status)
  if (filters.source) params.set('source', filters.source)
  if (filters.quarantined) params.set('quarantined', 'true')
  return params
}

/** Reads the filters from an address, which may hold anything. */
export function parseFilters(params: URLSearchParams): LeadFilters {
  const status = params.get('status')
  return {
    q: params.get('q') || undefined,
    service: params.get('service') || undefined,
    status: status === 'new' || status === 'contacted' ? status : 'all',
    source: params.get('source') || undefined,
    quarantined: params.get('quarantined') === 'true',
  }
}

/** Which part of the list. */
type ListPage = { order: LeadOrder; limit: number; cursor?: string | undefined }

/** The address of a page of the list, or of one that goes into a file. */
export function pagePath(
  filters: LeadFilters,
  { order, limit, cursor }: ListPage,
  path: string = apiPaths.leads,
): string {
  const params = filterParams(filters)
  if (order === 'oldest') params.set('order', order)
  params.set('limit', String(limit))
  if (cursor) params.set('cursor', cursor)
  return `${path}?${params}`
}
