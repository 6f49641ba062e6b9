import type { ComponentPropsWithRef } from 'react'

/** The main button, one beside it, one that deletes, a small one around a list, words alone. */
const looks = {
  main: 'btn btn-small',
  line: 'btn btn-line btn-small',
  danger: 'btn btn-small btn-danger',
  tool: 'tool-button',
  'danger-tool': 'tool-button danger',
  text: 'text-button',
  'danger-text': 'text-button danger',
} as const

/** Focuses the heading above a button that is about to disappear. */
export function focusHeadingOf(pressed: Element): void {
  pressed.closest('section')?.querySelector<HTMLElement>('h2, h3')?.focus()
}

type ButtonProps = Omit<ComponentPropsWithRef<'button'>, 'type' | 'disabled' | 'onClick'> & {
  look?: keyof typeof looks
  /** What it is about, for who hears the button and nothing around it. */
  about?: string | undefined
  /** True while there is nothing for it to do. */
  isOff?: boolean | undefined
  /** True while what it does is under way: pressed again it does nothing, and it keeps the focus. */
  isBusy?: boolean | undefined
  /** True where it goes with what it does: the heading above it gets the focus. */
  isGoing?: boolean
  onPress: (button: HTMLButtonElement) => unknown
}

/** A button that does something at once. */
export function Button(props: ButtonProps) {
  const { look = 'tool', about, isOff, isBusy, isGoing, onPress, children, ...button } = props
  return (
    <button
      {...button}
      className={looks[look]}
      type="button"
      disabled={isOff}
      aria-disabled={isBusy}
      onClick={({ currentTarget }) => {
        if (isBusy) return
        if (isGoing) focusHeadingOf(currentTarget)
        onPress(currentTarget)
      }}
    >
      {children}
      {about && <span className="hidden-text"> {about}</span>}
    </button>
  )
}
