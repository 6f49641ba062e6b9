import type { ReactNode } from 'react'
import { RemoveButton } from './remove-button.tsx'

type TargetRowProps = {
  /** The mail address, or the webhook's. */
  address: string
  isActive: boolean
  onSwitch: (isActive: boolean) => void
  removal: { question: string; consequence: string; onRemove: () => void }
  /** More buttons, before the others. */
  actions?: ReactNode
  /** What stands below the row. */
  children?: ReactNode
}

/** Somebody or something that is told of new leads: whether it is, and the switch for it. */
export function TargetRow(props: TargetRowProps) {
  const { address, isActive, onSwitch, removal, actions, children } = props
  return (
    <li className={isActive ? 'target' : 'target target-off'}>
      <bdi className="target-address">{address}</bdi>
      <span className="state-mark" data-tone={isActive ? 'good' : 'off'}>
        {isActive ? 'Active' : 'Disabled'}
      </span>
      <div className="target-actions">
        {actions}
        <button className="row-button" type="button" onClick={() => onSwitch(!isActive)}>
          {isActive ? 'Disable' : 'Enable'}
          <span className="hidden-text"> {address}</span>
        </button>
        <RemoveButton of={address} {...removal} />
      </div>
      {children}
    </li>
  )
}
