import { useRef } from 'react'
import { browserInWords } from '#/contracts/accounts/browser-words.ts'
import type { AccountSession } from '#/contracts/accounts/my-account.ts'
import { ExactTime } from '../leads/times.tsx'
import { Loading, QueryFailure } from '../shell/query-states.tsx'
import { useEndOtherSessions, useEndSession, useMySessions } from './use-my-account.ts'

const headingId = 'sessions-heading'

/** Where one is signed in, each with a button that ends it. */
export function Sessions() {
  const sessions = useMySessions()
  const { mutate: end } = useEndSession()
  const { mutate: endOthers } = useEndOtherSessions()
  const heading = useRef<HTMLHeadingElement>(null)
  const list = sessions.data

  function endAndFocusHeading(id: string) {
    // The button that was pressed disappears with its row.
    heading.current?.focus()
    end(id)
  }

  function endOthersAndFocusHeading() {
    heading.current?.focus()
    endOthers()
  }

  return (
    <section className="office-part" aria-labelledby={headingId}>
      <h2 id={headingId} ref={heading} tabIndex={-1}>
        Where you are signed in
      </h2>
      <p className="office-about">
        Don’t recognize one of these? Sign it out and change your password.
      </p>
      <QueryFailure query={sessions} text="Failed to fetch where you are signed in" />
      {sessions.isPending && <Loading />}
      {list && (
        <ul className="people" aria-labelledby={headingId}>
          {list.map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              onEnd={() => endAndFocusHeading(session.id)}
            />
          ))}
        </ul>
      )}
      {list && list.length > 1 && (
        <p>
          <button
            className="btn btn-line btn-small"
            type="button"
            onClick={endOthersAndFocusHeading}
          >
            Sign out everywhere else
          </button>
        </p>
      )}
    </section>
  )
}

function SessionRow({ session, onEnd }: { session: AccountSession; onEnd: () => void }) {
  const { isThis, userAgent, address, signedInAt, lastUsedAt } = session
  const browser = browserInWords(userAgent)
  return (
    <li className="person">
      <div className="person-who">
        <p className="person-name">
          {browser}
          {address && (
            <>
              {' at '}
              <bdi>{address}</bdi>
            </>
          )}
        </p>
        <p className="person-fine">
          Last used: <ExactTime at={lastUsedAt} />
        </p>
        <p className="person-fine">
          Signed in: <ExactTime at={signedInAt} />
        </p>
      </div>
      {isThis ? (
        <p className="person-marks">
          <span className="state-mark" data-tone="good">
            This browser
          </span>
        </p>
      ) : (
        <div className="row-actions">
          <button className="row-button" type="button" onClick={onEnd}>
            Sign out
            <span className="hidden-text">
              {' '}
              {browser} at {address}
            </span>
          </button>
        </div>
      )}
    </li>
  )
}
