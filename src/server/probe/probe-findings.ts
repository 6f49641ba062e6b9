import type { Found } from '../health/health.ts'
import { inWords } from '../time/local-day.ts'
import type { ProbeStatus } from './probe-status.ts'

/** What the probe shows to be wrong on the way from a visitor to the owner. */
export function findInProbe({ isLate, last, lastDoneAt }: ProbeStatus): Found[] {
  const arrived = lastDoneAt
    ? `It last arrived ${inWords(lastDoneAt)}.`
    : 'It has never arrived so far.'
  return [
    ...(last?.state === 'failed'
      ? [
          {
            key: 'probe-failed' as const,
            text: 'The site sent itself a request as a visitor would, and it did not arrive.',
            detail: `${last.problem ?? ''} ${arrived}`.trim(),
            since: new Date(last.finishedAt ?? last.dueAt),
          },
        ]
      : []),
    ...(isLate
      ? [
          {
            key: 'probe-late' as const,
            text: 'The site has not sent itself a request when it should have.',
            detail: arrived,
          },
        ]
      : []),
  ]
}
