import { useRef, useState } from 'react'
import { api } from '#/contracts/endpoints/api.ts'
import { askForProof } from '../shell/ask-for-proof.ts'
import { useCurrentUser } from '../shell/back-office.tsx'
import { OfficePart } from '../shell/part-form.tsx'
import { Loading, QueryFailure } from '../shell/query-states.tsx'
import { useChange, useData } from '../shell/use-api.ts'
import { CodeApp } from './code-app.tsx'
import { factorQueries, Passkeys } from './passkeys.tsx'
import { isLedHere, openAfterSignIn } from './path-after-sign-in.ts'
import { RecoveryCodes } from './recovery-codes.tsx'

/** What signing in takes beside the password, to set up and to remove. */
export function SecondFactors() {
  const factors = useData(
    api.secondFactors,
    {},
    {
      refetchOnMount: 'always',
    },
  )
  const newCodes = useChange(api.recoveryCodes, {
    failure: 'Failed to make recovery codes',
    refetches: factorQueries,
  })
  const [codes, setCodes] = useState<readonly string[]>([])
  const heading = useRef<HTMLHeadingElement>(null)
  const user = useCurrentUser().data
  const { data } = factors
  const hasAny = data !== undefined && (data.hasApp || data.passkeys.length > 0)

  /** The button that was pressed disappears. */
  const goToHeading = () => heading.current?.focus()

  /** A person who was led here goes on to where they were going. */
  function goOn() {
    if (user && isLedHere(location.search)) openAfterSignIn(user.role)
    else goToHeading()
  }

  function showCodes(made: readonly string[]) {
    setCodes(made)
    if (made.length === 0) goOn()
  }

  return (
    <OfficePart heading="Second step at sign-in" headingRef={heading}>
      {data?.isLacking && (
        <p className="problem" role="status">
          The owner of this site requires a second step of everyone.{' '}
          {hasAny ? 'Please confirm yours.' : 'Please set one up here before you go on.'}
        </p>
      )}
      {data?.isLacking && hasAny && (
        <p>
          <button
            className="btn btn-small"
            type="button"
            onClick={async () => {
              if (!(await askForProof())) return
              await factors.refetch()
              goOn()
            }}
          >
            Confirm
          </button>
        </p>
      )}
      <p className="office-about">
        With one, a stolen password is not enough to sign in as you. A passkey is your fingerprint,
        face or device PIN in place of the password; an authenticator app on your phone shows a code
        to type after it.
      </p>
      <QueryFailure query={factors} text="Failed to fetch your second step" />
      {factors.isPending && <Loading />}
      {data && (
        <>
          <Passkeys factors={data} onCodes={showCodes} onRemove={goToHeading} />
          <CodeApp hasApp={data.hasApp} onCodes={showCodes} onRemove={goToHeading} />
        </>
      )}
      {hasAny && (
        <p className="small muted">
          Recovery codes left: {data.recoveryCodesLeft}.{' '}
          <button
            className="text-button"
            type="button"
            disabled={newCodes.isPending}
            onClick={() =>
              newCodes.mutate(undefined, {
                onSuccess: ({ recoveryCodes }) => setCodes(recoveryCodes),
              })
            }
          >
            Make new ones
          </button>
        </p>
      )}
      {codes.length > 0 && <RecoveryCodes codes={codes} onDone={() => showCodes([])} />}
    </OfficePart>
  )
}
