import type { ComponentType, KeyboardEvent } from 'react'

/** A tab. `Panel` is rendered while it is chosen. */
export type Tab = { id: string; label: string; Panel: ComponentType }

type TabsProps = {
  /** At least one. */
  tabs: readonly [Tab, ...Tab[]]
  label: string
  /** Where no tab has this id, the first one is chosen. */
  chosenId: string
  onChoose: (id: string) => void
}

const steps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 }

/** Tabs after the ARIA pattern: left and right arrow keys change the tab. */
export function Tabs({ tabs, label, chosenId, onChoose }: TabsProps) {
  const chosen = tabs.find((tab) => tab.id === chosenId) ?? tabs[0]

  // A press chooses: content that arrives above may move the tabs before the press ends, and then
  // it is not a click.
  const chooseOther = (id: string) => id !== chosen.id && onChoose(id)

  function moveByKey(event: KeyboardEvent<HTMLDivElement>) {
    const step = steps[event.key]
    if (step === undefined) return
    const next = tabs[(tabs.indexOf(chosen) + step + tabs.length) % tabs.length]
    if (!next) return
    event.preventDefault()
    onChoose(next.id)
    document.getElementById(`tab-${next.id}`)?.focus()
  }

  return (
    <>
      <div className="tabs" role="tablist" aria-label={label} onKeyDown={moveByKey}>
        {tabs.map(({ id, label }) => (
          <button
            key={id}
            id={`tab-${id}`}
            className="tab"
            type="button"
            role="tab"
            aria-selected={id === chosen.id}
            aria-controls={id === chosen.id ? `panel-${id}` : undefined}
            tabIndex={id === chosen.id ? 0 : -1}
            onMouseDown={(event) => event.button === 0 && chooseOther(id)}
            onClick={() => chooseOther(id)}
          >
            {label}
          </button>
        ))}
      </div>
      <div
        className="tab-panel"
        role="tabpanel"
        id={`panel-${chosen.id}`}
        aria-labelledby={`tab-${chosen.id}`}
      >
        <chosen.Panel />
      </div>
    </>
  )
}
