import type { LeadFilters } from '#/contracts/leads/inbox.ts'
import { leadStatuses, stages, waitsFor } from '#/contracts/leads/lead-stage.ts'
import { type LeadOrder, leadOrders } from '#/contracts/limits.ts'

/** The filters that let everything through. */
export const noFilters: LeadFilters = {
  q: undefined,
  service: undefined,
  status: 'all',
  source: undefined,
  stage: undefined,
  waitsFor: undefined,
  contractor: undefined,
  quarantined: false,
}

/** Those with which the inbox opens: what the owner has to do. */
export const openingFilters: LeadFilters = { ...noFilters, waitsFor: 'us' }

/** True when a filter is set. */
export const isFiltering = (filters: LeadFilters): boolean => filterParams(filters).size > 0

/** True for the filters with which the inbox opens. */
export const isOpening = (filters: LeadFilters): boolean =>
  String(filterParams(filters)) === String(filterParams(openingFilters))

/** The order of a list until another one is chosen. */
export const usualOrder = ({ waitsFor: who }: LeadFilters): LeadOrder =>
  who === 'us' ? 'waiting' : 'newest'

/** The filters as the API and the page's address write them: those that are set. */
export function filterParams(filters: LeadFilters): URLSearchParams {
  const params = new URLSearchParams()
  for (const name of Object.keys(noFilters) as (keyof LeadFilters)[]) {
    const value = String(filters[name] ?? '')
    if (filters[name] !== noFilters[name] && value.trim()) params.set(name, value)
  }
  return params
}

const oneOf = <Word extends string>(words: readonly Word[], text: string | null) =>
  words.find((word) => word === text)

/** Reads the filters from an address, which may hold anything. */
export function parseFilters(params: URLSearchParams): LeadFilters {
  const contractor = Number(params.get('contractor'))
  return {
    q: params.get('q') || undefined,
    service: params.get('service') || undefined,
    status: oneOf(leadStatuses, params.get('status')) ?? 'all',
    source: params.get('source') || undefined,
    stage: oneOf(stages, params.get('stage')),
    waitsFor: oneOf(waitsFor, params.get('waitsFor')),
    contractor: Number.isSafeInteger(contractor) && contractor > 0 ? contractor : undefined,
    quarantined: params.get('quarantined') === 'true',
  }
}

/** In an address: no filter at all, where no word would mean the ones with which the inbox opens. */
const anyone = 'anyone'

/** What of the list is on the screen. */
export type ListView = { filters: LeadFilters; order: LeadOrder }

/**
 * The list after some filters are set. Another order comes with them, unless one was chosen. A search
 * looks through all leads: someone who is looked for by name may wait for nobody.
 */
export function changeFilters({ filters, order }: ListView, part: Partial<LeadFilters>): ListView {
  const isFirstSearch = part.q && isOpening(filters)
  const next = { ...filters, ...(isFirstSearch && noFilters), ...part }
  return { filters: next, order: order === usualOrder(filters) ? usualOrder(next) : order }
}

/** The list as the address of the page writes it. */
export function viewParams({ filters, order }: ListView): URLSearchParams {
  const params = isOpening(filters) ? new URLSearchParams() : filterParams(filters)
  if (!isFiltering(filters)) params.set('waitsFor', anyone)
  if (order !== usualOrder(filters)) params.set('order', order)
  return params
}

/** Reads what of the list is on the screen from the address of the page. */
export function parseView(params: URLSearchParams): ListView {
  const asked = parseFilters(params)
  const isAsked = isFiltering(asked) || params.get('waitsFor') === anyone
  const filters = isAsked ? asked : openingFilters
  return { filters, order: oneOf(leadOrders, params.get('order')) ?? usualOrder(filters) }
}
