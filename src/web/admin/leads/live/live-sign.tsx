import { type LiveState, useLiveState } from './live-store.ts'

const words: Record<LiveState, string> = {
  connecting: 'Connecting…',
  live: 'Live',
  lost: 'Reconnecting…',
}

const titles: Record<LiveState, string> = {
  connecting: 'New requests will appear by themselves once the connection stands.',
  live: 'New requests appear by themselves.',
  lost: 'The connection was lost. What comes in meanwhile appears once it is back.',
}

/** Says whether new requests appear by themselves. */
export function LiveSign() {
  const state = useLiveState()
  return (
    <p className="live-sign" data-state={state} role="status" title={titles[state]}>
      {words[state]}
    </p>
  )
}
