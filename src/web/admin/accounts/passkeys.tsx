import { useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Passkey, SecondFactors } from '#/contracts/accounts/accounts.ts'
import { api } from '#/contracts/endpoints/api.ts'
import type { Typed } from '#/contracts/endpoints/endpoint.ts'
import { Button } from '../../ui/button.tsx'
import { FieldForm } from '../shell/field-form.tsx'
import { OfficeRow } from '../shell/page-parts.tsx'
import { hasPasskeys, isUnder, makePasskey, PasskeyButton } from '../shell/passkeys.tsx'
import { RemoveButton } from '../shell/remove-button.tsx'
import { Time } from '../shell/times.tsx'
import { useChange } from '../shell/use-api.ts'

/** What a change of one's second factors changes. */
export const factorQueries = [api.secondFactors.path, api.mySessions.path, api.team.path]

/** Why this page cannot make a passkey. */
function problemHere({ passkeyHost, passkeyProblem }: SecondFactors): string | undefined {
  if (passkeyProblem) return passkeyProblem
  if (!isUnder(passkeyHost)) {
    const { protocol, port } = location
    const address = `${protocol}//${passkeyHost}${port && `:${port}`}`
    return `Passkeys work only at ${address}. Open the back office there to add one.`
  }
  return hasPasskeys() ? undefined : 'This browser doesn’t support passkeys.'
}

type PasskeysProps = {
  factors: SecondFactors
  onCodes: (codes: readonly string[]) => void
}

/** The passkeys: each with its name and a button that removes it, and a button that adds one. */
export function Passkeys({ factors, onCodes }: PasskeysProps) {
  const problem = problemHere(factors)
  return (
    <>
      {factors.passkeys.length > 0 && (
        <ul className="ruled-list" aria-label="Passkeys">
          {factors.passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} {...passkey} />
          ))}
        </ul>
      )}
      {problem ? <p className="office-about">{problem}</p> : <AddPasskey onCodes={onCodes} />}
    </>
  )
}

function AddPasskey({ onCodes }: Pick<PasskeysProps, 'onCodes'>) {
  const { mutateAsync: ask } = useChange(api.passkeyOptions, {})
  const { mutateAsync: add } = useChange(api.addPasskey, {
    success: 'The passkey was added',
    refetches: factorQueries,
  })
  return (
    <PasskeyButton
      label="Add a passkey"
      onPress={async () => {
        const { recoveryCodes } = await add({ response: await makePasskey(await ask()) })
        onCodes(recoveryCodes)
      }}
    />
  )
}

function PasskeyRow({ id, name, createdAt }: Passkey) {
  const params = { passkeyId: id }
  const { mutateAsync: rename } = useChange(api.renamePasskey, {
    send: ({ name = '' }: Typed) => ({ params, body: { name } }),
    success: 'The passkey was renamed',
    refetches: factorQueries,
  })
  const { mutate: remove } = useChange(api.removePasskey, {
    send: () => ({ params }),
    success: 'The passkey was removed',
    failure: 'Failed to remove the passkey',
    refetches: factorQueries,
  })
  const [isRenaming, setRenaming] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  // Several rows may be open.
  const prefix = useId()

  function toggleRenaming() {
    flushSync(() => setRenaming(!isRenaming))
    // It stands before the button that shows it.
    const field = button.current?.closest('li')?.querySelector('input')
    field?.focus()
    field?.select()
  }

  return (
    <OfficeRow
      title={<bdi>{name}</bdi>}
      about={
        <>
          <p className="small muted">
            Passkey, added: <Time at={createdAt} />
          </p>
          {isRenaming && (
            <FieldForm
              fields={[{ name: 'name', label: 'Passkey name', value: name }]}
              prefix={prefix}
              button="Save the name"
              save={async (typed) => {
                await rename(typed)
                setRenaming(false)
                button.current?.focus()
              }}
            />
          )}
        </>
      }
    >
      <Button ref={button} aria-expanded={isRenaming} about={name} onPress={toggleRenaming}>
        Rename
      </Button>
      <RemoveButton
        subject={name}
        question="Remove this passkey?"
        consequence="It will no longer sign you in. Delete it on your device too."
        onRemove={() => remove()}
      />
    </OfficeRow>
  )
}
