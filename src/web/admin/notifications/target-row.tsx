import type { ReactNode } from 'react'
import { type Removal, RemoveButton } from '../shell/remove-button.tsx'

type TargetRowProps = {
  /** The mail address, or the webhook's. */
  address: string
  isActive: boolean
  onSwitch: (isActive: boolean) => void
  removal: Removal
  /** More buttons, before the others. */
  actions?: ReactNode
  /** Shown below the row. */
  children?: ReactNode
}

/** A recipient or a webhook in its list: whether it is active, a switch for that, and removal. */
export function TargetRow(props: TargetRowProps) {
  const { address, isActive, onSwitch, removal, actions, children } = props
  return (
    <li className={isActive ? 'target' : 'target target-off'}>
      <bdi className="target-address">{address}</bdi>
      <span className="state-mark" data-tone={isActive ? 'good' : 'off'}>
        {isActive ? 'Active' : 'Disabled'}
      </span>
      <div className="row-actions">
        {actions}
        <button className="row-button" type="button" onClick={() => onSwitch(!isActive)}>
          {isActive ? 'Disable' : 'Enable'}
          <span className="hidden-text"> {address}</span>
        </button>
        <RemoveButton subject={address} {...removal} />
      </div>
      {children}
    </li>
  )
}
