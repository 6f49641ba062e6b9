import { useId, useState } from 'react'
import { askForProof } from '../proof/ask-for-proof.ts'
import { Loading, QueryFailure } from '../shell/query-states.tsx'
import { CodeApp } from './code-app.tsx'
import { Passkeys } from './passkeys.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { useNewCodes, useSecondFactors } from './use-second-factors.ts'

/** What signing in takes beside the password, to set up and to remove. */
export function SecondFactors() {
  const factors = useSecondFactors()
  const newCodes = useNewCodes()
  const [codes, setCodes] = useState<readonly string[]>([])
  const id = useId()
  const { data } = factors
  const hasAny = data !== undefined && (data.hasApp || data.passkeys.length > 0)
  return (
    <section className="office-part" aria-labelledby={id}>
      <h2 id={id}>Second factor</h2>
      {data?.isLacking && (
        <p className="problem" role="status">
          The owner of this site requires a second factor of everyone.{' '}
          {hasAny ? 'Please confirm yours.' : 'Please set one up here before you go on.'}
        </p>
      )}
      {data?.isLacking && hasAny && (
        <p>
          <button
            className="btn btn-small"
            type="button"
            onClick={async () => {
              if (await askForProof()) await factors.refetch()
            }}
          >
            Confirm
          </button>
        </p>
      )}
      <p className="office-about">
        With one, a stolen password is not enough to sign in as you. A passkey signs you in by
        itself; an app makes a code to type after the password.
      </p>
      <QueryFailure query={factors} text="Failed to fetch your second factors" />
      {factors.isPending && <Loading />}
      {data && (
        <>
          <Passkeys factors={data} onCodes={setCodes} />
          <CodeApp hasApp={data.hasApp} onCodes={setCodes} />
        </>
      )}
      {hasAny && (
        <p className="codes-left">
          Recovery codes left: {data.recoveryCodesLeft}.{' '}
          <button
            className="text-button"
            type="button"
            disabled={newCodes.isPending}
            onClick={() =>
              newCodes.mutate(undefined, {
                onSuccess: (answer) => setCodes(answer.data.recoveryCodes),
              })
            }
          >
            Make new ones
          </button>
        </p>
      )}
      {codes.length > 0 && <RecoveryCodes codes={codes} onDone={() => setCodes([])} />}
    </section>
  )
}
