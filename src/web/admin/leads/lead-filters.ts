import type { LeadFilters } from '#/contracts/leads/inbox.ts'
import { leadStatuses, stages, waitsFor } from '#/contracts/leads/lead-stage.ts'
import { type LeadOrder, leadOrders } from '#/contracts/limits.ts'

/** The filters that are set, as the API and the page's address write them. */
export type Filters = { [Name in keyof LeadFilters]?: string }

const isText = (text: string) => text.trim() !== ''
const isNumber = (text: string) => Number.isSafeInteger(Number(text)) && Number(text) > 0
const isOneOf = (words: readonly string[]) => (text: string) => words.includes(text)

/** What each filter may be set to. */
const takes: Record<keyof LeadFilters, (text: string) => boolean> = {
  q: isText,
  service: isText,
  status: isOneOf(leadStatuses.filter((status) => status !== 'all')),
  source: isText,
  stage: isOneOf(stages),
  waitsFor: isOneOf(waitsFor),
  contractor: isNumber,
  quarantined: isOneOf(['true']),
}

/** Reads the filters from an address, which may hold anything. */
export const parseFilters = (params: URLSearchParams): Filters =>
  Object.fromEntries(
    [...params].filter(
      ([name, value]) => Object.hasOwn(takes, name) && takes[name as keyof Filters](value),
    ),
  )

/** True when a filter is set. */
export const isFiltering = (filters: Filters): boolean => Object.keys(filters).length > 0

/** True for the filters with which the inbox opens: what the owner has to do. */
export const isOpening = (filters: Filters): boolean =>
  String(new URLSearchParams(filters)) === 'waitsFor=us'

/** The order of a list until another one is chosen. */
export const usualOrder = ({ waitsFor: who }: Filters): LeadOrder =>
  who === 'us' ? 'waiting' : 'newest'

/** In an address: no filter at all, where no word would mean the ones with which the inbox opens. */
const anyone = 'anyone'

/** What of the list is on the screen, and the lead whose panel is open. */
export type InboxView = { filters: Filters; order: LeadOrder; leadId?: number | undefined }

/**
 * The list after some filters are set, or taken off by an empty text; without a part all are taken off.
 * Another order comes with them, unless one was chosen. A search looks through all leads: someone who is
 * looked for by name may wait for nobody.
 */
export function changeFilters({ filters, order }: InboxView, part?: Filters): InboxView {
  const kept: Filters = !part || (part.q && isOpening(filters)) ? {} : filters
  const next = parseFilters(new URLSearchParams({ ...kept, ...part }))
  return { filters: next, order: order === usualOrder(filters) ? usualOrder(next) : order }
}

/** What is on the screen as the address of the page writes it. */
export function viewParams({ filters, order, leadId }: InboxView): URLSearchParams {
  const params = new URLSearchParams(isOpening(filters) ? {} : filters)
  if (!isFiltering(filters)) params.set('waitsFor', anyone)
  if (order !== usualOrder(filters)) params.set('order', order)
  if (leadId !== undefined) params.set('lead', String(leadId))
  return params
}

/** Reads what is on the screen from the address of the page. */
export function parseView(params: URLSearchParams): InboxView {
  const asked = parseFilters(params)
  const isAsked = isFiltering(asked) || params.get('waitsFor') === anyone
  const filters: Filters = isAsked ? asked : { waitsFor: 'us' }
  const order = leadOrders.find((each) => each === params.get('order')) ?? usualOrder(filters)
  const lead = params.get('lead') ?? ''
  return { filters, order, leadId: isNumber(lead) ? Number(lead) : undefined }
}
