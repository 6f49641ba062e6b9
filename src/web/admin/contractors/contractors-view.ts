import { navigate, useSearch } from 'wouter/use-browser-location'

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
