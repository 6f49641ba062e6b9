import type { KeyboardEvent } from 'react'
import type { Team } from '#/contracts/accounts/team.ts'
import { apiPaths } from '#/contracts/routes.ts'
import { useCurrentUser } from '../../shell/back-office.tsx'
import { useServerData } from '../../shell/server-data.ts'

/** The most colleagues that are offered at once. */
const most = 5

/** What is typed of a name behind an @, right before the caret; undefined where nothing is. */
export function typedName(text: string, caret: number): string | undefined {
  return /(?<![\p{L}\p{N}])@([^@\n]{0,60})$/u.exec(text.slice(0, caret))?.[1]
}

type MentionChoicesProps = {
  typed: string
  id: string
  onChoose: (name: string) => void
  onLeave: () => void
}

/** The colleagues whose names begin as was typed, as buttons for the arrow keys or Tab. */
export function MentionChoices({ typed, id, onChoose, onLeave }: MentionChoicesProps) {
  const me = useCurrentUser().data?.id
  const team = useServerData<Team>(apiPaths.team).data
  const begun = typed.toLowerCase()
  const fitting = (team?.members ?? [])
    .filter((one) => one.role === 'admin' && !one.isDisabled && one.id !== me)
    .filter(({ name, email }) => [name, email].some((it) => it.toLowerCase().startsWith(begun)))
    .slice(0, most)
  if (fitting.length === 0) return null

  function handleKey(event: KeyboardEvent<HTMLElement>) {
    const steps: Record<string, 'nextElementSibling' | 'previousElementSibling'> = {
      ArrowDown: 'nextElementSibling',
      ArrowUp: 'previousElementSibling',
    }
    const step = steps[event.key]
    if (!step && event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    const next = step && document.activeElement?.[step]
    if (next instanceof HTMLButtonElement) next.focus()
    else if (event.key !== 'ArrowDown') onLeave()
  }

  return (
    <>
      <p className="by" role="status">
        Whom to tell by email<span className="hidden-text">: press the down arrow to choose</span>
      </p>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys lead from button to button */}
      <div
        id={id}
        className="mention-choices"
        ref={(list) => list?.scrollIntoView({ block: 'nearest' })}
        onKeyDown={handleKey}
      >
        {fitting.map(({ id: userId, name }) => (
          <button key={userId} className="row-button" type="button" onClick={() => onChoose(name)}>
            <bdi>{name}</bdi>
          </button>
        ))}
      </div>
    </>
  )
}
