import { useRef } from 'react'
import type { AccountSession } from '#/contracts/accounts/accounts.ts'
import { api } from '#/contracts/endpoints/api.ts'
import { OfficeRow } from '../shell/page-parts.tsx'
import { OfficePart } from '../shell/part-form.tsx'
import { Fetched } from '../shell/query-states.tsx'
import { Time } from '../shell/times.tsx'
import { useChange, useData } from '../shell/use-api.ts'

const refetches = [api.mySessions.path]

const title = 'Where you are signed in'

/** Where one is signed in, each with a button that ends it. */
export function Sessions() {
  const sessions = useData(
    api.mySessions,
    {},
    {
      refetchOnMount: 'always',
    },
  )
  const { mutate: end } = useChange(api.endSession, {
    send: (id: string) => ({ params: { sessionId: id } }),
    success: 'That browser is signed out',
    failure: 'Failed to sign that browser out',
    refetches,
  })
  const { mutate: endOthers } = useChange(api.endOtherSessions, {
    success: 'Every other browser is signed out',
    failure: 'Failed to sign the others out',
    refetches,
  })
  const heading = useRef<HTMLHeadingElement>(null)

  /** The button that was pressed disappears. */
  const focusHeading = () => heading.current?.focus()

  return (
    <OfficePart heading={title} headingRef={heading}>
      <p className="office-about">
        Don’t recognize one of these? Sign it out and change your password.
      </p>
      <Fetched query={sessions} failure="Failed to fetch where you are signed in">
        {(list) => (
          <>
            <ul className="ruled-list" aria-label={title}>
              {list.map((session) => (
                <SessionRow
                  key={session.id}
                  session={session}
                  onEnd={() => {
                    focusHeading()
                    end(session.id)
                  }}
                />
              ))}
            </ul>
            {list.length > 1 && (
              <p>
                <button
                  className="btn btn-line btn-small"
                  type="button"
                  onClick={() => {
                    focusHeading()
                    endOthers()
                  }}
                >
                  Sign out everywhere else
                </button>
              </p>
            )}
          </>
        )}
      </Fetched>
    </OfficePart>
  )
}

function SessionRow({ session, onEnd }: { session: AccountSession; onEnd: () => void }) {
  const { isThis, userAgent, address, signedInAt, lastUsedAt } = session
  return (
    <OfficeRow
      title={address}
      about={
        <>
          <p className="small muted">{userAgent}</p>
          <p className="small muted">
            Signed in: <Time at={signedInAt} />, last used: <Time at={lastUsedAt} />
          </p>
        </>
      }
      mark={isThis && 'This browser'}
      tone="good"
    >
      {!isThis && (
        <button className="tool-button" type="button" onClick={onEnd}>
          Sign out
          <span className="hidden-text"> {address}</span>
        </button>
      )}
    </OfficeRow>
  )
}
