import { navigate, useSearch } from 'wouter/use-browser-location'
import { api, pathTo } from '#/contracts/endpoints/api.ts'
import type { SentPage } from '#/contracts/referrals/contractor-page.ts'
import type { ContractorEntry } from '#/contracts/referrals/contractors.ts'
import { useChange, useServerData } from '../shell/server-data.ts'

/** All contractors, by name. */
export function useContractors() {
  return useServerData<ContractorEntry[]>(api.contractors.path, { refetchOnMount: 'always' })
}

/** What the form sends: a number that is none, or a day, is refused by the server in words. */
export type TypedContractor = Record<string, unknown>

/** Adds a contractor, or changes the one with this number. The form shows what is refused. */
export function useSaveContractor(contractorId: number | undefined) {
  return useChange<TypedContractor, { data: ContractorEntry }>({
    call: (body) =>
      contractorId === undefined
        ? { method: 'POST', path: api.addContractor.path, body }
        : { method: 'PUT', path: pathTo(api.changeContractor, { contractorId }), body },
    success: contractorId === undefined ? 'The contractor was added' : 'The contractor was changed',
    refetches: [api.contractors.path],
  })
}

/** Takes a contractor out of the list. */
export function useRemoveContractor() {
  return useChange({
    call: (id: number) => ({
      method: 'DELETE',
      path: pathTo(api.removeContractor, { contractorId: id }),
    }),
    success: 'The contractor was removed',
    failure: 'Failed to remove the contractor',
    refetches: [api.contractors.path],
  })
}

/** Sends a contractor a new link to their page. */
export function useSendPage(contractorId: number) {
  return useChange<void, { data: SentPage }>({
    call: () => ({ method: 'POST', path: pathTo(api.sendContractorPage, { contractorId }) }),
    success: ({ data }) => (data.outcome === 'sent' ? 'Their page was sent' : ''),
    failure: 'Failed to send the page',
    refetches: [pathTo(api.contractorDetail, { contractorId })],
  })
}

/** Revokes all links of a contractor. */
export function useRevokeLinks(contractorId: number) {
  return useChange({
    call: () => ({ method: 'DELETE', path: pathTo(api.revokeContractorLinks, { contractorId }) }),
    success: 'The links were revoked',
    failure: 'Failed to revoke the links',
    refetches: [pathTo(api.contractorDetail, { contractorId })],
  })
}

/** What is searched; it stays while a contractor is open. */
export type ListState = { q: string | undefined; isTroubled: boolean }

/** What the page shows: the list, one contractor, the form for one, or the import. */
export type View = 'add' | 'import' | { edit: number } | { show: number } | undefined

function addressOf(view: View): string {
  if (view === undefined) return location.pathname
  const query = typeof view === 'string' ? view : Object.entries(view)[0]?.join('=')
  return `${location.pathname}?${query}`
}

/** The number of a contractor that the address names; undefined where it names none. */
function numberIn(params: URLSearchParams, name: 'edit' | 'show'): number | undefined {
  const value = Number(params.get(name))
  return value > 0 ? value : undefined
}

function viewOf(params: URLSearchParams): View {
  if (params.has('add')) return 'add'
  if (params.has('import')) return 'import'
  const [edit, show] = [numberIn(params, 'edit'), numberIn(params, 'show')]
  if (edit) return { edit }
  return show ? { show } : undefined
}

/**
 * What is shown, and a function that shows something else. It stands in the address, so that the
 * browser's back button leads to the list.
 */
export function useView(): [View, (view: View) => void] {
  const view = viewOf(new URLSearchParams(useSearch()))
  return [
    view,
    (next) => {
      navigate(addressOf(next))
      scrollTo({ top: 0 })
    },
  ]
}
