import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import type { ProofWay } from '#/contracts/accounts/second-factors.ts'

import { apiPaths } from '#/contracts/routes.ts'
import { request } from '../../request.ts'
import { useSite } from '../../words.ts'
import { useProofQuestion } from './ask-for-proof.ts'
import { answerByPasskey, PasskeyButton } from './passkeys.tsx'
import { Loading, QueryFailure } from './query-states.tsx'
import { CodeField, PasswordField } from './secret-fields.tsx'
import { useServerData } from './server-data.ts'
import { useForm } from './use-form.ts'

/** Asks for a fresh proof of who this is before a call that needs one. Closed while no call does. */
export function ProofDialog() {
  const question = useProofQuestion()
  return question ? <OpenDialog onDone={question.answer} /> : null
}

type DoneProps = { onDone: (isProven: boolean) => void }

function OpenDialog({ onDone }: DoneProps) {
  const { apiBaseUrl } = useSite()
  const dialog = useRef<HTMLDialogElement>(null)
  const headingId = useId()
  const ways = useServerData<{ ways: ProofWay[] }>(apiPaths.proof, { staleTime: 0, gcTime: 0 })
  const typed = (['code', 'password'] as const).find((way) => ways.data?.ways.includes(way))
  const { mutateAsync: prove, isSuccess: isProven } = useMutation({
    mutationFn: (body: object) => request('POST', apiPaths.proof, { apiBaseUrl, body }),
  })

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
      {ways.data?.ways.includes('passkey') && (
        <PasskeyButton
          label="Use a passkey"
          onPress={async () => {
            const response = await answerByPasskey(apiPaths.proofPasskey, apiBaseUrl)
            await prove({ way: 'passkey', response })
          }}
        />
      )}
      {typed ? (
        <TypedProof way={typed} cancel={cancel} onSend={prove} />
      ) : (
        <div className="ask-actions">{cancel}</div>
      )}
    </dialog>
  )
}

type TypedProofProps = {
  way: 'password' | 'code'
  /** The button beside the form's own. */
  cancel: ReactNode
  onSend: (body: object) => Promise<unknown>
}

function TypedProof({ way, cancel, onSend }: TypedProofProps) {
  const form = useRef<HTMLFormElement>(null)
  const { isSending, refusal, submit } = useForm({
    fields: [way],
    // The page below may have a field for a password or a code too.
    prefix: 'proof-',
    onSend: (typed) => onSend({ way, ...typed }),
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
