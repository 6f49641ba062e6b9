import { mostAtOnce } from '#/contracts/limits.ts'
import { Button } from '../../../ui/button.tsx'
import { ExportButton } from '../../shell/filters.tsx'
import { chosenExport } from './leads-csv.ts'
import type { useMany } from './use-many.ts'

type ManyBarProps = {
  many: ReturnType<typeof useMany>
  /** How many rows there are to select. */
  shownCount: number
  /** The list is that of spam. */
  isOfSpam: boolean
  /** Called before a button that was pressed disappears with the bar. */
  onLeave: () => void
}

/** At the foot of the list while leads are selected: what can be done with all of them. */
export function ManyBar({ many, shownCount, isOfSpam, onLeave }: ManyBarProps) {
  const { chosen, isPending, refused } = many
  const count = chosen.length
  if (!many.isOpen) return null
  const isAll = (isContacted: boolean) => chosen.every((lead) => lead.isContacted === isContacted)
  const run = (action: Parameters<typeof many.run>[0]) => {
    onLeave()
    many.run(action)
  }
  return (
    <section className="many-bar" aria-label="Selected requests">
      {refused.length > 0 && (
        <div className="many-refused" role="alert">
          <p className="strong">{`Couldn’t change ${refused.length}:`}</p>
          <ul>
            {refused.map(({ id, name, why }) => (
              <li key={id}>
                <bdi className="strong">{name}</bdi> {why}
              </li>
            ))}
          </ul>
        </div>
      )}
      <div className="row">
        <p className="strong small many-count" role="status">
          {isPending ? 'Working…' : `${count} selected`}
          {count === mostAtOnce && ', the maximum'}
        </p>
        <div className="row many-actions">
          {!isOfSpam && (
            <>
              <Button isOff={isPending || isAll(true)} onPress={() => run('contacted')}>
                Mark contacted
              </Button>
              <Button isOff={isPending || isAll(false)} onPress={() => run('new')}>
                Mark new
              </Button>
              <Button isOff={isPending || count === 0} onPress={() => run('spam')}>
                Mark as spam
              </Button>
            </>
          )}
          {count > 0 && (
            <ExportButton
              label="Export selected"
              what={chosenExport(chosen.map(({ id }) => id))}
              fileName="leads.csv"
              failure="Failed to fetch leads"
            />
          )}
        </div>
        <div className="row many-actions many-choice">
          {count < Math.min(shownCount, mostAtOnce) && (
            <Button isOff={isPending} onPress={many.selectAll}>
              {shownCount > mostAtOnce ? `Select the first ${mostAtOnce}` : 'Select all shown'}
            </Button>
          )}
          <Button
            isOff={isPending}
            onPress={() => {
              onLeave()
              many.clear()
            }}
          >
            {count > 0 ? 'Select none' : 'Close'}
          </Button>
        </div>
      </div>
    </section>
  )
}
