import { useState } from 'react'
import type { Retention } from '#/contracts/leads/privacy.ts'
import { apiPaths } from '#/contracts/routes.ts'
import { useChange, useServerData } from '../../shell/server-data.ts'
import { Notice } from '../overview/notices.tsx'
import { countRequests } from './removals.tsx'

/** Asks above the inbox whether to delete what is past its retention, where that is a lot at once. */
export function RetentionBanner() {
  const { data } = useServerData<Retention>(apiPaths.retention, { refetchInterval: 5 * 60_000 })
  const waiting = data?.heldBack ?? 0
  return (
    <Notice>
      {waiting > 0 && <Question key={waiting} waiting={waiting} days={data?.days ?? 0} />}
    </Notice>
  )
}

function Question({ waiting, days }: { waiting: number; days: number }) {
  const [isAsked, ask] = useState(false)
  const { mutate, isPending } = useChange({
    call: () => ({
      method: 'POST',
      path: apiPaths.retentionRuns,
      body: { expectedLeads: waiting },
    }),
    success: `${countRequests(waiting)} are being removed`,
    failure: 'Failed to delete old requests',
    showsReason: true,
    refetches: [{ queryKey: [apiPaths.retention] }],
  })
  return (
    <>
      <p>
        <strong>Delete {countRequests(waiting)}?</strong> They are older than {days} days, but that
        is more than a tenth of all, or more than one more day’s, so nothing happens without your
        yes. If this is unexpected, check the server’s clock, or set another period in the settings.
        Deleted requests can be restored there for a week.
      </p>
      {isAsked ? (
        <div className="retention-answers">
          <button
            className="btn btn-small"
            type="button"
            disabled={isPending}
            onClick={() => mutate()}
          >
            Delete {countRequests(waiting)} now
          </button>
          <button
            className="btn btn-line btn-small"
            type="button"
            // biome-ignore lint/a11y/noAutofocus: replaces the pressed button; the focus is on the safe answer
            autoFocus
            onClick={() => ask(false)}
          >
            Keep them for now
          </button>
        </div>
      ) : (
        <button className="text-button" type="button" onClick={() => ask(true)}>
          Delete them
        </button>
      )}
    </>
  )
}
