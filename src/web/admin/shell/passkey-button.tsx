import { useState } from 'react'
import { useHasStarted } from '../../use-has-started.ts'
import { hasPasskeys, passkeyRefusal } from './passkeys.ts'
import { hasCode } from './request-errors.ts'

type PasskeyButtonProps = {
  label: string
  isSmall?: boolean
  /** Has the person use a passkey, and sends what it answered. */
  onPress: () => Promise<unknown>
}

/** A button for something that takes a passkey. Not there in a browser that has none. */
export function PasskeyButton({ label, isSmall = false, onPress }: PasskeyButtonProps) {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  if (!useHasStarted() || !hasPasskeys()) return null

  async function press() {
    if (isBusy) return
    setBusy(true)
    setProblem(undefined)
    try {
      await onPress()
    } catch (error) {
      // They were asked who they are, and would not say.
      if (!hasCode(error, 'proof_needed')) setProblem(passkeyRefusal(error))
    } finally {
      setBusy(false)
    }
  }

  const size = isSmall ? ' btn-small' : ''
  return (
    <div className="passkey">
      <button className={`btn btn-line${size}`} type="button" aria-busy={isBusy} onClick={press}>
        {isBusy ? 'Waiting for the passkey…' : label}
      </button>
      <p className="problem" role="alert">
        {problem}
      </p>
    </div>
  )
}
