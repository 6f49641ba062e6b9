import { setPreference, usePreference } from '../live/preferences.ts'

const hints: { keys: string[]; meaning: string; isSingle?: boolean }[] = [
  { keys: ['↑', '↓'], meaning: 'Move; the panel follows' },
  { keys: ['Enter'], meaning: 'Open the lead' },
  { keys: ['Esc'], meaning: 'Leave the field, close the lead' },
  { keys: ['Home', 'End'], meaning: 'To the newest, to the oldest' },
  { keys: ['/'], meaning: 'Search', isSingle: true },
  { keys: ['j', 'k'], meaning: 'Move down, move up', isSingle: true },
  { keys: ['c'], meaning: 'Mark contacted or new', isSingle: true },
  { keys: ['n'], meaning: 'Write a note', isSingle: true },
  { keys: ['?'], meaning: 'Show these settings', isSingle: true },
]

/** What the keyboard does, and a switch for the keys that are one character. */
export function KeyHints() {
  const singleKeys = usePreference('singleKeys')
  return (
    <section className="settings-section">
      <h3>Keyboard</h3>
      <label className="switch">
        <input
          type="checkbox"
          checked={singleKeys}
          onChange={(event) => setPreference('singleKeys', event.target.checked)}
        />
        Single-key shortcuts
      </label>
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
