import type { ReactNode } from 'react'

type ToolButtonProps = {
  /** True while there is nothing for it to do. */
  isOff: boolean
  onPress: () => void
  children: ReactNode
}

/** One of the small buttons around the list. */
export function ToolButton({ isOff, onPress, children }: ToolButtonProps) {
  return (
    <button className="tool-button" type="button" disabled={isOff} onClick={onPress}>
      {children}
    </button>
  )
}
