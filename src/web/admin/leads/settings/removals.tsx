import type { Removal, Retention } from '#/contracts/leads/privacy.ts'
import { apiPaths } from '#/contracts/routes.ts'
import { fullTime } from '../../../dates.ts'
import { useChange } from '../../shell/server-data.ts'

/** A number of requests in words. */
export const countRequests = (count: number) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? 'request' : 'requests'}`

/** What retention has removed within a week, each with a button that brings it back. */
export function Removals({ removals }: { removals: Retention['removals'] }) {
  const { mutate, isPending } = useChange({
    call: (removalId: number) => ({
      method: 'POST',
      path: apiPaths.removalUndo.replace(':removalId', String(removalId)),
    }),
    success: 'They are being restored. Requests are kept forever until you set a period again.',
    failure: 'Failed to restore them',
    showsReason: true,
    refetches: [{ queryKey: [apiPaths.retention] }],
  })
  if (removals.length === 0) return null
  return (
    <ul className="removals" aria-label="Removed requests">
      {removals.map((removal) => (
        <li key={removal.id}>
          <p>{describe(removal)}</p>
          {!removal.isComingBack && (
            <button
              className="tool-button"
              type="button"
              disabled={isPending}
              onClick={() => mutate(removal.id)}
            >
              Restore {countRequests(removal.leads)}
            </button>
          )}
        </li>
      ))}
    </ul>
  )
}

function describe({ leads, at, until, isComingBack }: Removal): string {
  const isOne = leads === 1
  if (isComingBack) return `${countRequests(leads)} ${isOne ? 'is' : 'are'} being restored.`
  const were = isOne ? 'was' : 'were'
  return `${countRequests(leads)} ${were} removed on ${fullTime(Date.parse(at))}. They can be restored until ${fullTime(Date.parse(until))}.`
}
