import type { ProbeStatus } from '#/contracts/probe.ts'
import { apiPaths } from '#/contracts/routes.ts'
import { Notice } from '../leads/overview/notices.tsx'
import { ExactTime } from '../leads/times.tsx'
import { useServerData } from '../shell/server-data.ts'

const refetchMs = 60_000

/** Says above the inbox that the probe has failed or is late. */
export function ProbeBanner() {
  const { data } = useServerData<ProbeStatus>(apiPaths.probeStatus, {
    refetchInterval: refetchMs,
    refetchOnMount: 'always',
  })
  const failed = data?.last?.state === 'failed' ? data.last : undefined
  if (!data || !(failed || data.isLate)) return <Notice />
  return (
    <Notice>
      <p>
        <strong>Requests may not reach you.</strong>{' '}
        {failed
          ? `The site sent itself a request as a visitor would, and it did not arrive. ${failed.problem ?? ''}`
          : 'The site has not sent itself a request when it should have: its own check is late.'}
      </p>
      <p>
        {failed?.finishedAt && (
          <>
            Last tried <ExactTime at={failed.finishedAt} />.{' '}
          </>
        )}
        {data.lastDoneAt ? (
          <>
            It last arrived <ExactTime at={data.lastDoneAt} />.
          </>
        ) : (
          'It has never arrived so far.'
        )}
      </p>
    </Notice>
  )
}
