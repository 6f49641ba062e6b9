import type { ReactNode } from 'react'
import { mostAtOnce } from '#/contracts/limits.ts'
import { placeToastsIn } from '../../../ui/show-toast.ts'
import { ToolButton } from '../../shell/filters.tsx'
import type { Refused } from './use-many-change.ts'
import { type ManyWork, manyBarId } from './use-many-work.ts'

type ManyBarProps = {
  many: ManyWork
  /** How many rows there are to select. */
  shownCount: number
  /** The list is that of spam. */
  isOfSpam: boolean
  /** The button that exports what is selected. */
  children: ReactNode
}

/** At the foot of the list while leads are selected: what can be done with all of them. */
export function ManyBar({ many, shownCount, isOfSpam, children }: ManyBarProps) {
  const { chosen, isPending, refused, run } = many
  const count = chosen.length
  if (!many.isOpen) return null
  const isOff = isPending || count === 0
  const canSelectMore = count < Math.min(shownCount, mostAtOnce)
  return (
    <section id={manyBarId} className="many-bar" aria-label="Selected requests">
      <div className="many-toast" role="status" ref={placeToastsIn} />
      <RefusedList refused={refused} />
      <div className="many-line">
        <p className="many-count" role="status">
          {isPending ? 'Working…' : `${count} selected`}
          {count === mostAtOnce && ', the most at once'}
        </p>
        <div className="many-actions">
          {!isOfSpam && (
            <>
              <ToolButton isOff={isOff} onPress={() => run('contacted', chosen)}>
                Mark contacted
              </ToolButton>
              <ToolButton isOff={isOff} onPress={() => run('new', chosen)}>
                Mark new
              </ToolButton>
              <ToolButton isOff={isOff} onPress={() => run('spam', chosen)}>
                Mark as spam
              </ToolButton>
            </>
          )}
          {count > 0 && children}
        </div>
        <div className="many-actions many-choice">
          {canSelectMore && (
            <ToolButton isOff={isPending} onPress={many.selectAll}>
              {shownCount > mostAtOnce ? `Select the first ${mostAtOnce}` : 'Select all shown'}
            </ToolButton>
          )}
          <ToolButton isOff={isPending} onPress={many.clear}>
            {count > 0 ? 'Select none' : 'Close'}
          </ToolButton>
        </div>
      </div>
    </section>
  )
}

/** To which leads it was not done, and why. It stays until it is read and put away. */
function RefusedList({ refused }: { refused: readonly Refused[] }) {
  if (refused.length === 0) return null
  return (
    <div className="many-refused" role="alert">
      <p className="strong">{`Not done: ${refused.length}`}</p>
      <ul>
        {refused.map(({ id, name, why }) => (
          <li key={id}>
            <bdi className="strong">{name}</bdi> {why}
          </li>
        ))}
      </ul>
    </div>
  )
}
