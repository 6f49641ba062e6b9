import type { Lead, LeadStatus } from '#/contracts/leads.ts'

/** What narrows the list down. An empty search and an empty service let everything through. */
export type LeadFilters = { search: string; service: string; status: LeadStatus }

/** The filters that let everything through. */
export const noFilters: LeadFilters = { search: '', service: '', status: 'all' }

/** True when a filter is set. */
export function isFiltering({ search, service, status }: LeadFilters): boolean {
  return search.trim() !== '' || service !== '' || status !== 'all'
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

/** The leads that match, in their order. The search looks at name, phone and email. */
export function filterLeads(leads: readonly Lead[], filters: LeadFilters): readonly Lead[] {
  const { service, status } = filters
  const search = fold(filters.search)
  const digits = phoneDigits(search)
  return leads.filter(
    (lead) =>
      (service === '' || lead.service === service) &&
      (status === 'all' || lead.isContacted === (status === 'contacted')) &&
      (search === '' ||
        fold(lead.name).includes(search) ||
        fold(lead.email).includes(search) ||
        matchesPhone(lead.phone, digits)),
  )
}
