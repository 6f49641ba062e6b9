import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { capitalized } from '#/content/business.ts'
import { longestSearch } from '#/contracts/limits.ts'
import { reasonOf } from '../../request.ts'
import { Button } from '../../ui/button.tsx'
import { controlId, InputField } from '../../ui/fields.tsx'
import { type Export, exportPages, saveFile } from './csv.ts'
import { tellFailure } from './use-api.ts'

/** A person who types goes on to the next letter within this time. */
const typingPauseMs = 180

const searchFrame = { name: 'search', label: 'Search' }

export const searchId = controlId(searchFrame.name)

type SearchFieldProps = {
  q: string | undefined
  placeholder: string
  /** The key that leads here, where there is one. */
  shortcut?: string
  /** Called after a pause in typing. */
  onSearch: (q: string | undefined) => void
}

/** The field for what is searched for. */
export function SearchField({ q, placeholder, shortcut, onSearch }: SearchFieldProps) {
  // What was typed and is not searched yet.
  const [typed, setTyped] = useState<string>()
  useEffect(() => {
    if (typed === undefined) return
    const timer = setTimeout(() => {
      onSearch(typed.trim() ? typed : undefined)
      setTyped(undefined)
    }, typingPauseMs)
    return () => clearTimeout(timer)
  }, [typed, onSearch])

  return (
    <InputField
      frame={searchFrame}
      type="search"
      autoComplete="off"
      spellCheck={false}
      maxLength={longestSearch}
      placeholder={placeholder}
      aria-keyshortcuts={shortcut}
      value={typed ?? q ?? ''}
      onChange={(event) => setTyped(event.target.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        // Leaves the field with what was typed; the browser's own Escape would clear it.
        event.preventDefault()
        event.currentTarget.blur()
      }}
    />
  )
}

type ExportButtonProps<Row> = {
  label?: string
  what: Export<Row>
  fileName: string
  /** The text of the toast where the server gives no reason. */
  failure: string
  /** True while there is nothing to export. */
  isOff?: boolean
}

/** Exports rows as CSV. */
export function ExportButton<Row>(props: ExportButtonProps<Row>) {
  const { label = 'Export CSV', what, fileName, failure, isOff } = props
  const { mutate, isPending } = useMutation({
    mutationFn: async () => saveFile(fileName, await exportPages(what)),
    onError: (error) => tellFailure(error, reasonOf(error) ?? failure),
  })
  return (
    <Button isOff={isOff} isBusy={isPending} onPress={() => mutate()}>
      {isPending ? 'Exporting…' : label}
    </Button>
  )
}

/** Names that have a capital letter inside. */
const sourceNames: Record<string, string> = { youtube: 'YouTube', duckduckgo: 'DuckDuckGo' }

/** The source of a visit as it is written: 'google' is 'Google'. */
export const sourceLabel = (source: string): string =>
  (Object.hasOwn(sourceNames, source) && sourceNames[source]) || capitalized(source)
