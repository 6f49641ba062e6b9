import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { controlProps, Field, Options } from '../../ui/fields.tsx'

/** A person who types goes on to the next letter within this time. */
const typingPauseMs = 180

/** Leaving keeps what was typed; the browser's own Escape would clear it. */
export function leaveOnEscape(event: KeyboardEvent<HTMLInputElement>) {
  if (event.key !== 'Escape') return
  event.preventDefault()
  event.currentTarget.blur()
}

/** What stands in the search field, and what of it is searched for: only after a pause in typing. */
export function useSearchText(q: string | undefined, onSearch: (q: string | undefined) => void) {
  const [typed, setTyped] = useState(q ?? '')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const sent = useRef(q)

  useEffect(() => {
    // Cleared, or changed by the browser's back button.
    if (q !== sent.current) setTyped(q ?? '')
    sent.current = q
  }, [q])
  useEffect(() => () => clearTimeout(timer.current), [])

  function type(text: string) {
    setTyped(text)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      sent.current = text.trim() ? text : undefined
      onSearch(sent.current)
    }, typingPauseMs)
  }
  return [typed, type] as const
}

type ChoiceProps = {
  frame: { name: string; label: string }
  value: string | undefined
  /** What stands for no choice, where there may be none. */
  all?: string | undefined
  /** Values and their labels. */
  options: readonly (readonly [string, string])[]
  /** True where a form is not sent without a choice. */
  isRequired?: boolean
  onChoose: (value: string | undefined) => void
}

/** A list of a few choices: a filter, or a field of a form. */
export function Choice(props: ChoiceProps) {
  const { frame, value = '', all, options, isRequired = false, onChoose } = props
  return (
    <Field frame={frame}>
      <select
        {...controlProps(frame)}
        value={value}
        required={isRequired}
        onChange={(event) => onChoose(event.target.value || undefined)}
      >
        <Options none={all} of={options} />
      </select>
    </Field>
  )
}

type ToolButtonProps = {
  /** True while there is nothing for it to do. */
  isOff: boolean
  onPress: () => void
  children: ReactNode
}

/** One of the small buttons around a list. */
export function ToolButton({ isOff, onPress, children }: ToolButtonProps) {
  return (
    <button className="tool-button" type="button" disabled={isOff} onClick={onPress}>
      {children}
    </button>
  )
}
