import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import type { ProofWay } from '#/contracts/accounts/proof.ts'
import { apiPaths } from '#/contracts/routes.ts'
import { request } from '../../request.ts'
import { useSite } from '../../words.ts'
import { proofQuestion } from './ask-for-proof.ts'
import { leaveForSignIn } from './leave.ts'
import { PasskeyButton } from './passkey-button.tsx'
import { answerByPasskey } from './passkeys.ts'
import { Loading, QueryFailure } from './query-states.tsx'
import { hasStatus } from './request-errors.ts'
import { CodeField, PasswordField } from './secret-fields.tsx'
import { useServerData } from './server-data.ts'
import { useForm } from './use-form.ts'

/** Asks for a fresh proof of who this is before a call that needs one. Closed while no call does. */
export function ProofDialog() {
  const question = proofQuestion.use()
  return question ? <OpenDialog onDone={question.answer} /> : null
}

type DoneProps = { onDone: (isProven: boolean) => void }

function OpenDialog({ onDone }: DoneProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const headingId = useId()
  const ways = useServerData<{ ways: ProofWay[] }>(apiPaths.proof, { staleTime: 0, gcTime: 0 })
  const [isProven, setProven] = useState(false)
  const typed = (['code', 'password'] as const).find((way) => ways.data?.ways.includes(way))

  useEffect(() => {
    dialog.current?.showModal()
    // The back office was left: no call waits any more.
    return () => onDone(false)
  }, [onDone])
  // Closed first, so that the focus is back where it was when the call is repeated.
  useEffect(() => {
    if (isProven) dialog.current?.close()
  }, [isProven])

  const cancel = (
    <button
      className="btn btn-line btn-small"
      type="button"
      onClick={() => dialog.current?.close()}
    >
      Cancel
    </button>
  )
  return (
    <dialog
      ref={dialog}
      className="ask"
      aria-labelledby={headingId}
      onClose={() => onDone(isProven)}
    >
      <h2 id={headingId}>Please confirm it’s you</h2>
      <p>You signed in a while ago, and only you should take this step.</p>
      {ways.isPending && <Loading />}
      <QueryFailure query={ways} text="Failed to load" />
      {ways.data?.ways.includes('passkey') && <PasskeyProof onProven={() => setProven(true)} />}
      {typed ? (
        <TypedProof way={typed} cancel={cancel} onProven={() => setProven(true)} />
      ) : (
        <div className="ask-actions">{cancel}</div>
      )}
    </dialog>
  )
}

async function sendProof(body: object, apiBaseUrl: string): Promise<void> {
  try {
    await request('POST', apiPaths.proof, { apiBaseUrl, body })
  } catch (error) {
    // The session has ended: there is nothing to confirm any more, only to sign in again.
    if (hasStatus(error, 401)) leaveForSignIn()
    throw error
  }
}

type ProvenProps = { onProven: () => void }

function PasskeyProof({ onProven }: ProvenProps) {
  const { apiBaseUrl } = useSite()
  return (
    <PasskeyButton
      label="Use a passkey"
      onPress={async () => {
        const response = await answerByPasskey(apiPaths.proofPasskey, apiBaseUrl)
        await sendProof({ way: 'passkey', response }, apiBaseUrl)
        onProven()
      }}
    />
  )
}

type TypedProofProps = ProvenProps & {
  way: 'password' | 'code'
  /** The button beside the form's own. */
  cancel: ReactNode
}

function TypedProof({ way, cancel, onProven }: TypedProofProps) {
  const { apiBaseUrl } = useSite()
  const form = useRef<HTMLFormElement>(null)
  const { isSending, refusal, submit } = useForm({
    fields: [way],
    // The page below may have a field for a password or a code too.
    prefix: 'proof-',
    async onSend(typed) {
      await sendProof({ way, ...typed }, apiBaseUrl)
      onProven()
    },
  })
  const name = `proof-${way}`
  const problem = refusal.fields[way] ?? refusal.message
  useEffect(() => form.current?.querySelector('input')?.focus(), [])

  return (
    <form ref={form} className="proof-form" method="post" noValidate onSubmit={submit}>
      {way === 'password' ? (
        <PasswordField frame={{ name, label: 'Password', problem }} />
      ) : (
        <CodeField
          name={name}
          label="Code from your app, or a recovery code"
          problem={problem}
          hasLetters
        />
      )}
      <div className="ask-actions">
        {cancel}
        <button className="btn btn-small" type="submit" aria-disabled={isSending}>
          {isSending ? 'Confirming…' : 'Confirm'}
        </button>
      </div>
    </form>
  )
}
