import { useEffect, useRef } from 'react'
import type { Proof } from '#/contracts/accounts/accounts.ts'
import { api } from '#/contracts/endpoints/api.ts'
import { Button } from '../../ui/button.tsx'
import { AskDialog } from './ask-dialog.tsx'
import { useProofQuestion } from './call.ts'
import { anyCode, FieldForm, knownPassword } from './field-form.tsx'
import { answerByPasskey, PasskeyButton } from './passkeys.tsx'
import { Loading, QueryFailure } from './query-states.tsx'
import { useChange, useData } from './use-api.ts'

/** Asks for a fresh proof of who this is before a call that needs one. Closed while no call does. */
export function ProofDialog() {
  const answer = useProofQuestion()
  return answer ? <OpenDialog onDone={answer} /> : null
}

/** The dialog while a call waits; the first call of `onDone` is the one that counts. */
function OpenDialog({ onDone }: { onDone: (isProven: boolean) => void }) {
  // The back office was left: no call waits any more.
  useEffect(() => () => onDone(false), [onDone])
  return (
    <AskDialog
      heading="Please confirm it’s you"
      text="You signed in a while ago, and only you should take this step."
      onClose={() => onDone(false)}
    >
      {(close) => (
        <Ways
          onProven={() => {
            // Closed first, so that the focus is back where it was when the call is repeated.
            close()
            onDone(true)
          }}
          onCancel={close}
        />
      )}
    </AskDialog>
  )
}

function Ways({ onProven, onCancel }: { onProven: () => void; onCancel: () => void }) {
  const ways = useData(api.proof, {}, { staleTime: 0, gcTime: 0 })
  const typed = (['code', 'password'] as const).find((way) => ways.data?.ways.includes(way))
  const { mutateAsync } = useChange(api.prove, {
    send: (body: Proof) => ({ body }),
    refetches: [],
  })
  const parts = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (typed) parts.current?.querySelector('input')?.focus()
  }, [typed])

  async function prove(proof: Proof) {
    await mutateAsync(proof)
    onProven()
  }

  return (
    <div className="column tight" ref={parts}>
      {ways.isPending && <Loading />}
      <QueryFailure query={ways} text="Failed to load" />
      {ways.data?.ways.includes('passkey') && (
        <PasskeyButton
          label="Use a passkey"
          onPress={async () => {
            await prove({ way: 'passkey', response: await answerByPasskey(api.proofPasskey) })
          }}
        />
      )}
      {typed ? (
        <FieldForm
          fields={[typed === 'code' ? anyCode : knownPassword]}
          // The page below may have a field for a password or a code too.
          prefix="proof-"
          button="Confirm"
          busy="Confirming…"
          onCancel={onCancel}
          save={(sent) => prove({ way: typed, ...sent } as Proof)}
        />
      ) : (
        <div className="actions">
          <Button look="line" onPress={onCancel}>
            Cancel
          </Button>
        </div>
      )}
    </div>
  )
}
