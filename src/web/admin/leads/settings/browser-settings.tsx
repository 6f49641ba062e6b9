import { useState } from 'react'
import { Choice, Switch } from '../../shell/filters.tsx'
import { askForNotices, canShowNotices, playSound } from '../alerts.ts'
import { setPreference, usePreference } from '../preferences.ts'

/** How this browser alerts its user of a new lead. */
export function AlertSettings() {
  const sound = usePreference('sound')
  const notices = usePreference('notices')
  const [wasRefused, setRefused] = useState(false)

  async function changeNotices(isWanted: boolean) {
    const isAllowed = !isWanted || (await askForNotices())
    setRefused(!isAllowed)
    setPreference('notices', isWanted && isAllowed)
  }

  return (
    <section className="settings-section">
      <h3>When a request comes in</h3>
      <Switch
        label="Play a sound"
        isOn={sound}
        onSwitch={(isOn) => {
          setPreference('sound', isOn)
          // As a sample, and because a page that has played after a click may play again without.
          if (isOn) void playSound()
        }}
      />
      {canShowNotices() && (
        <Switch
          label="Show a desktop notification"
          isOn={notices}
          onSwitch={(isOn) => void changeNotices(isOn)}
        />
      )}
      {wasRefused && (
        <p className="problem" role="alert">
          Your browser blocks notifications from this site. Its site settings can change that.
        </p>
      )}
    </section>
  )
}

const density = { name: 'density', label: 'Rows of the list' }

/** How much of each request the list shows in this browser. */
export function DensitySettings() {
  const compact = usePreference('compact')
  return (
    <section className="settings-section">
      <Choice
        frame={density}
        value={compact ? 'compact' : 'comfortable'}
        options={[
          ['comfortable', 'Comfortable'],
          ['compact', 'Compact: more requests, less of each'],
        ]}
        onChoose={(chosen) => setPreference('compact', chosen === 'compact')}
      />
    </section>
  )
}

const hints: { keys: string[]; meaning: string; isSingle?: boolean }[] = [
  { keys: ['↑', '↓'], meaning: 'Move; the panel follows' },
  { keys: ['Enter'], meaning: 'Open the lead' },
  { keys: ['Esc'], meaning: 'Leave the field, select none, close the lead' },
  { keys: ['Home', 'End'], meaning: 'To the newest, to the oldest' },
  { keys: ['/'], meaning: 'Search', isSingle: true },
  { keys: ['j', 'k'], meaning: 'Move down, move up', isSingle: true },
  { keys: ['c'], meaning: 'Mark contacted or new', isSingle: true },
  { keys: ['n'], meaning: 'Write a note', isSingle: true },
  { keys: ['r'], meaning: 'Choose when to see it again', isSingle: true },
  { keys: ['x'], meaning: 'Select for work on several', isSingle: true },
  { keys: ['Shift ↑', 'Shift ↓'], meaning: 'Select while moving' },
  { keys: ['.'], meaning: 'To what can be done with those selected', isSingle: true },
  { keys: ['z'], meaning: 'Undo, while a message offers it', isSingle: true },
  { keys: ['?'], meaning: 'Show these settings', isSingle: true },
]

/** The inbox's keys, and a switch for those that are one character. */
export function KeySettings() {
  const singleKeys = usePreference('singleKeys')
  return (
    <section className="settings-section">
      <h3>Keyboard</h3>
      <Switch
        label="Single-key shortcuts"
        isOn={singleKeys}
        onSwitch={(isOn) => setPreference('singleKeys', isOn)}
      />
      <dl className="key-hints">
        {hints
          .filter(({ isSingle }) => singleKeys || !isSingle)
          .map(({ keys, meaning }) => (
            <div key={meaning}>
              <dt>
                {keys.map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </dt>
              <dd>{meaning}</dd>
            </div>
          ))}
      </dl>
    </section>
  )
}
