import { navigate, useSearch } from 'wouter/use-browser-location'
import type { ContractorEntry, ImportPlan } from '#/contracts/referrals/contractors.ts'
import { apiPaths, contractorPath } from '#/contracts/routes.ts'
import { useChange, useServerData } from '../shell/server-data.ts'

const refetches = [apiPaths.contractors, apiPaths.findings]

/** All contractors, by name. */
export function useContractors() {
  return useServerData<ContractorEntry[]>(apiPaths.contractors, { refetchOnMount: 'always' })
}

/** What the form sends: a number that is none, or a day, is refused by the server in words. */
export type TypedContractor = Record<string, unknown>

/** Adds a contractor, or changes the one with this number. The form shows what is refused. */
export function useSaveContractor(contractorId: number | undefined) {
  return useChange<TypedContractor, { data: ContractorEntry }>({
    call: (body) =>
      contractorId === undefined
        ? { method: 'POST', path: apiPaths.contractors, body }
        : { method: 'PUT', path: contractorPath(contractorId), body },
    success: contractorId === undefined ? 'The contractor was added' : 'The contractor was changed',
    refetches,
  })
}

/** Takes a contractor out of the list. */
export function useRemoveContractor() {
  return useChange({
    call: (id: number) => ({ method: 'DELETE', path: contractorPath(id) }),
    success: 'The contractor was removed',
    failure: 'Failed to remove the contractor',
    refetches,
  })
}

/** Asks what an import would do. */
export function usePreviewImport() {
  return useChange<{ csv: string }, { data: ImportPlan }>({
    call: (body) => ({ method: 'POST', path: apiPaths.contractorImportPreview, body }),
  })
}

type Import = { csv: string; expected: { added: number; changed: number } }

/** Imports all of a file. */
export function useImport() {
  return useChange<Import, { data: ImportPlan }>({
    call: (body) => ({ method: 'POST', path: apiPaths.contractorImport, body }),
    success: 'The contractors were imported',
    refetches,
  })
}

/** What the page shows: the list, the form for one, or the import. */
export type View = 'add' | 'import' | number | undefined

const addressOf = (view: View) =>
  view === undefined
    ? location.pathname
    : `${location.pathname}?${typeof view === 'number' ? `edit=${view}` : view}`

/**
 * What is shown, and a function that shows something else. It stands in the address, so that the
 * browser's back button leads to the list.
 */
export function useView(): [View, (view: View) => void] {
  const params = new URLSearchParams(useSearch())
  const edited = Number(params.get('edit'))
  const view = params.has('add')
    ? 'add'
    : params.has('import')
      ? 'import'
      : edited > 0
        ? edited
        : undefined
  return [
    view,
    (next) => {
      navigate(addressOf(next))
      scrollTo({ top: 0 })
    },
  ]
}
