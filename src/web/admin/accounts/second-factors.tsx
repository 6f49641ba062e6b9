import { useState } from 'react'
import { api } from '#/contracts/endpoints/api.ts'
import { Button, focusHeadingOf } from '../../ui/button.tsx'
import { AskDialog } from '../shell/ask-dialog.tsx'
import { askForProof } from '../shell/call.ts'
import { useCopy } from '../shell/page-parts.tsx'
import { OfficePart } from '../shell/part-form.tsx'
import { Fetched } from '../shell/query-states.tsx'
import { useChange, useData } from '../shell/use-api.ts'
import { CodeApp } from './code-app.tsx'
import { Passkeys } from './passkeys.tsx'
import { openAfterSignIn, readNext } from './path-after-sign-in.ts'

/** What signing in takes beside the password, to set up and to remove. */
export function SecondFactors() {
  const factors = useData(api.secondFactors, {}, { refetchOnMount: 'always' })
  const [codes, setCodes] = useState<readonly string[]>([])
  const newCodes = useChange(api.recoveryCodes, {
    failure: 'Failed to make recovery codes',
    onAnswer: ({ recoveryCodes }) => setCodes(recoveryCodes),
  })
  const user = useData(api.currentUser).data
  const { data } = factors
  const hasAny = data !== undefined && (data.hasApp || data.passkeys.length > 0)

  /** A person who was led here goes on to where they were going. */
  function goOn() {
    if (user && readNext(location.search)) openAfterSignIn(user.role)
  }

  function showCodes(made: readonly string[]) {
    setCodes(made)
    if (made.length === 0) goOn()
  }

  return (
    <OfficePart heading="Second step at sign-in">
      {data?.isLacking && (
        <p className="problem" role="status">
          This site requires a second step for everyone.{' '}
          {hasAny ? 'Please confirm yours.' : 'Please set one up here before you go on.'}
        </p>
      )}
      {data?.isLacking && hasAny && (
        <p>
          <Button
            look="main"
            isGoing
            onPress={async () => {
              if (!(await askForProof())) return
              await factors.refetch()
              goOn()
            }}
          >
            Confirm
          </Button>
        </p>
      )}
      <p className="office-about">
        With one, a stolen password isn’t enough to sign in as you. A passkey replaces the password
        with your fingerprint, face or device PIN. An authenticator app shows a code to enter after
        the password.
      </p>
      <Fetched query={factors} failure="Failed to fetch your second step">
        {(found) => (
          <>
            <Passkeys factors={found} onCodes={showCodes} />
            <CodeApp hasApp={found.hasApp} onCodes={showCodes} />
          </>
        )}
      </Fetched>
      {hasAny && (
        <p className="small muted">
          Recovery codes left: {data.recoveryCodesLeft}.{' '}
          <Button look="text" isBusy={newCodes.isPending} onPress={() => newCodes.mutate()}>
            Make new ones
          </Button>
        </p>
      )}
      {codes.length > 0 && <RecoveryCodes codes={codes} onDone={() => showCodes([])} />}
    </OfficePart>
  )
}

type RecoveryCodesProps = { codes: readonly string[]; onDone: () => void }

/** Shows new recovery codes, which are shown only once. */
function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const text = codes.join('\n')
  const { copy, outcome } = useCopy(text, 'Download them instead.')
  return (
    <AskDialog
      heading="Save these recovery codes now"
      text="Each signs you in once, with your password, if you lose your app or passkey. We won’t show them again."
      isKept
      onClose={onDone}
    >
      {(close) => (
        <>
          <ol className="bullets small">
            {codes.map((code) => (
              <li key={code}>
                <code>{code}</code>
              </li>
            ))}
          </ol>
          <div className="row">
            <Button onPress={copy}>Copy</Button>
            <a
              className="tool-button"
              download="recovery-codes.txt"
              href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`}
            >
              Download
            </a>
          </div>
          {outcome}
          <div className="actions">
            <Button
              look="main"
              onPress={(pressed) => {
                // The dialog's own event comes later, and would take the focus from where it went by then.
                close()
                focusHeadingOf(pressed)
                onDone()
              }}
            >
              I’ve saved them
            </Button>
          </div>
        </>
      )}
    </AskDialog>
  )
}
