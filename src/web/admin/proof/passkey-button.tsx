import { useState } from 'react'
import { useHasStarted } from '../../use-has-started.ts'
import { useSite } from '../../words.ts'
import { answerByPasskey, hasPasskeys, passkeyRefusal } from './passkeys.ts'

type PasskeyButtonProps = {
  label: string
  /** Where the server says what it asks of a passkey. */
  askPath: string
  /** Sends what the passkey answered. */
  onAnswer: (response: Awaited<ReturnType<typeof answerByPasskey>>) => Promise<unknown>
}

/** Has the person use a passkey. Not there in a browser that has none. */
export function PasskeyButton({ label, askPath, onAnswer }: PasskeyButtonProps) {
  const { apiBaseUrl } = useSite()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  if (!useHasStarted() || !hasPasskeys()) return null

  async function ask() {
    if (isBusy) return
    setBusy(true)
    setProblem(undefined)
    try {
      await onAnswer(await answerByPasskey(askPath, apiBaseUrl))
    } catch (error) {
      setProblem(passkeyRefusal(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className="passkey">
      <button className="btn btn-line" type="button" aria-busy={isBusy} onClick={ask}>
        {isBusy ? 'Waiting for the passkey…' : label}
      </button>
      <p className="problem" role="alert">
        {problem}
      </p>
    </div>
  )
}
