import { useMutation } from '@tanstack/react-query'
import { useEffect, useId, useRef } from 'react'
import type { Proof } from '#/contracts/accounts/accounts.ts'
import { api } from '#/contracts/endpoints/api.ts'
import type { FormField } from '../../ui/form-fields.tsx'
import { useSite } from '../../words.ts'
import { useProofQuestion } from './ask-for-proof.ts'
import { call } from './call.ts'
import { FieldForm, knownPassword } from './field-form.tsx'
import { answerByPasskey, PasskeyButton } from './passkeys.tsx'
import { Loading, QueryFailure } from './query-states.tsx'
import { useData } from './use-api.ts'

const proofFields: Record<'code' | 'password', FormField> = {
  code: {
    name: 'code',
    label: 'Code from your app, or a recovery code',
    kind: 'recovery-code',
    isRequired: true,
  },
  password: knownPassword,
}

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
  const ways = useData(api.proof, {}, { staleTime: 0, gcTime: 0 })
  const typed = (['code', 'password'] as const).find((way) => ways.data?.ways.includes(way))
  const { mutateAsync: prove, isSuccess: isProven } = useMutation({
    mutationFn: (body: Proof) => call(api.prove, { body }, { apiBaseUrl }),
  })

  useEffect(() => {
    dialog.current?.showModal()
    // The back office was left: no call waits any more.
    return () => onDone(false)
  }, [onDone])
  useEffect(() => {
    if (typed) dialog.current?.querySelector('input')?.focus()
  }, [typed])
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
            const response = await answerByPasskey(api.proofPasskey, apiBaseUrl)
            await prove({ way: 'passkey', response })
          }}
        />
      )}
      {typed ? (
        <FieldForm
          fields={[proofFields[typed]]}
          // The page below may have a field for a password or a code too.
          prefix="proof-"
          button="Confirm"
          busy="Confirming…"
          beside={cancel}
          save={(sent) => prove({ way: typed, ...sent } as Proof)}
        />
      ) : (
        <div className="actions">{cancel}</div>
      )}
    </dialog>
  )
}
