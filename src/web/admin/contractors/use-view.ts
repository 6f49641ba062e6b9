import { navigate, useSearch } from 'wouter/use-browser-location'

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
