import { useId } from 'react'
import type { Passkey, SecondFactors } from '#/contracts/accounts/accounts.ts'
import { api } from '#/contracts/endpoints/api.ts'
import type { Typed } from '#/contracts/endpoints/endpoint.ts'
import { Opener } from '../../ui/lists.tsx'
import { callWithProof } from '../shell/call.ts'
import { FieldForm } from '../shell/field-form.tsx'
import { OfficeRow } from '../shell/page-parts.tsx'
import { hasPasskeys, makePasskey, PasskeyButton } from '../shell/passkeys.tsx'
import { RemoveButton } from '../shell/remove-button.tsx'
import { Time } from '../shell/times.tsx'
import { useChange } from '../shell/use-api.ts'

/** Why this page cannot make a passkey. */
function problemHere({ passkeyHost, passkeyProblem }: SecondFactors): string | undefined {
  if (passkeyProblem) return passkeyProblem
  const { protocol, hostname, port } = location
  if (hostname !== passkeyHost && !hostname.endsWith(`.${passkeyHost}`)) {
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
  const { mutateAsync: add } = useChange(api.addPasskey, {
    success: 'The passkey was added',
  })
  return (
    <PasskeyButton
      label="Add a passkey"
      onPress={async () => {
        const { data: asked } = await callWithProof(api.passkeyOptions, {})
        const { recoveryCodes } = await add({ response: await makePasskey(asked) })
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
  })
  const { mutate: remove } = useChange(api.removePasskey, {
    send: () => ({ params }),
    success: 'The passkey was removed',
    failure: 'Failed to remove the passkey',
  })
  return (
    <OfficeRow
      title={<bdi>{name}</bdi>}
      about={
        <>
          <p className="small muted">
            Passkey, added: <Time at={createdAt} />
          </p>
          <Opener
            key={name}
            line={
              <>
                Rename<span className="hidden-text"> {name}</span>
              </>
            }
          >
            <FieldForm
              fields={[{ name: 'name', label: 'Passkey name', value: name }]}
              // Several rows may be open.
              prefix={useId()}
              button="Save the name"
              save={(typed) => rename(typed)}
            />
          </Opener>
        </>
      }
    >
      <RemoveButton
        subject={name}
        question="Remove this passkey?"
        consequence="It will no longer sign you in. Delete it on your device too."
        onRemove={() => remove()}
      />
    </OfficeRow>
  )
}
