import { useState } from 'react'
import { chime } from '../live/chime.ts'
import { askToNotify, canNotify } from '../live/desktop-notice.ts'
import { setPreference, usePreference } from '../live/preferences.ts'

/** What makes itself heard when a request comes in. */
export function AlertSettings() {
  const sound = usePreference('sound')
  const notices = usePreference('notices')
  const [wasRefused, setRefused] = useState(false)

  async function changeNotices(isWanted: boolean) {
    const isAllowed = !isWanted || (await askToNotify())
    setRefused(!isAllowed)
    setPreference('notices', isWanted && isAllowed)
  }

  return (
    <section className="settings-section">
      <h3>When a request comes in</h3>
      <label className="switch">
        <input
          type="checkbox"
          checked={sound}
          onChange={(event) => {
            setPreference('sound', event.target.checked)
            // What it will be like; and a browser that has played once may play again.
            if (event.target.checked) void chime()
          }}
        />
        Play a sound
      </label>
      {canNotify() && (
        <label className="switch">
          <input
            type="checkbox"
            checked={notices}
            onChange={(event) => void changeNotices(event.target.checked)}
          />
          Show a desktop notification
        </label>
      )}
      {wasRefused && (
        <p className="problem" role="alert">
          The browser does not allow notifications of this site. Its site settings can change that.
        </p>
      )}
    </section>
  )
}
