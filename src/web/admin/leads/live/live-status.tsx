import type { LiveState } from './use-live.ts'

const labels: Record<LiveState, string> = {
  connecting: 'Connecting…',
  live: 'Live',
  lost: 'Reconnecting…',
}

const titles: Record<LiveState, string> = {
  connecting: 'New requests will appear automatically once the connection is up.',
  live: 'New requests appear automatically.',
  lost: 'The connection was lost. Requests that come in appear once it is back.',
}

/** Whether the page is connected, so that new leads appear by themselves. */
export function LiveStatus({ state }: { state: LiveState }) {
  return (
    <p className="live-sign" data-state={state} role="status" title={titles[state]}>
      {labels[state]}
    </p>
  )
}
