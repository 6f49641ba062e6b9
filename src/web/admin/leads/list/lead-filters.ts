import type { LeadFilters } from '#/contracts/inbox.ts'
import type { LeadEntry } from '#/contracts/leads.ts'
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

/** The address of a page of the list. */
export function pagePath(
  filters: LeadFilters,
  { order, limit, cursor }: { order: LeadOrder; limit: number; cursor?: string | undefined },
): string {
  const params = filterParams(filters)
  if (order === 'oldest') params.set('order', order)
  params.set('limit', String(limit))
  if (cursor) params.set('cursor', cursor)
  return `${apiPaths.leads}?${params}`
}

/** As people type it: without case, accents, double spaces, and the invisible marks of pasted text. */
function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()
}

/** The digits of a search that is made like a phone number or a part of one; empty for any other. */
function phoneDigits(folded: string): string {
  const number = folded.replace(/^tel:/, '')
  return /^[\d\s()+./\u2010-\u2015-]+$/.test(number) ? number.replace(/\D/g, '') : ''
}

/** Ten stored digits are North American, so a search may begin with their country's 1. */
function matchesPhone(phone: string, digits: string): boolean {
  if (digits === '') return false
  const stored = phone.replace(/\D/g, '')
  if (stored.includes(digits)) return true
  if (phone.startsWith('+')) return digits.length > 3 && stored.includes(digits.replace(/^0+/, ''))
  return digits.length > 1 && `1${stored}`.startsWith(digits)
}

/**
 * Whether a lead that has just come in or changed belongs into the list that is open. The database
 * decides for all others; where the two differed, a row would show until the list is read again.
 */
export function matchesFilters(lead: LeadEntry, filters: LeadFilters): boolean {
  const { service, status, source, quarantined } = filters
  const search = fold(filters.q ?? '')
  return (
    lead.isQuarantined === quarantined &&
    (!service || lead.service === service) &&
    (!source || lead.source === source) &&
    (status === 'all' || lead.isContacted === (status === 'contacted')) &&
    (search === '' ||
      fold(lead.name).includes(search) ||
      fold(lead.email).includes(search) ||
      matchesPhone(lead.phone, phoneDigits(search)))
  )
}
