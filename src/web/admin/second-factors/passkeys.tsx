import { useState } from 'react'
import type { Passkey, PasskeyJson, SecondFactors } from '#/contracts/second-factors.ts'
import { controlProps, Field } from '../../ui/fields.tsx'
import { ExactTime } from '../leads/times.tsx'
import { PartForm } from '../my-account/account-part.tsx'
import { hasPasskeys, isUnder, makePasskey, passkeyRefusal } from '../proof/passkeys.ts'
import { RemoveButton } from '../shell/remove-button.tsx'
import {
  useAddPasskey,
  useAskPasskey,
  useRemovePasskey,
  useRenamePasskey,
} from './use-second-factors.ts'

/** Why this page cannot make a passkey. */
function problemHere({ passkeyHost, passkeyProblem }: SecondFactors): string | undefined {
  if (passkeyProblem) return passkeyProblem
  if (!isUnder(passkeyHost)) {
    const { protocol, port } = location
    const address = `${protocol}//${passkeyHost}${port && `:${port}`}`
    return `Passkeys work only at ${address}. Open the back office there to add one.`
  }
  return hasPasskeys() ? undefined : 'This browser has no passkeys.'
}

type PasskeysProps = { factors: SecondFactors; onCodes: (codes: readonly string[]) => void }

/** The passkeys: each with its name and a button that removes it, and a button that adds one. */
export function Passkeys({ factors, onCodes }: PasskeysProps) {
  const problem = problemHere(factors)
  return (
    <>
      {factors.passkeys.length > 0 && (
        <ul className="people" aria-label="Passkeys">
          {factors.passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      )}
      {problem ? <p className="office-about">{problem}</p> : <AddPasskey onCodes={onCodes} />}
    </>
  )
}

function AddPasskey({ onCodes }: Pick<PasskeysProps, 'onCodes'>) {
  const { mutateAsync: ask } = useAskPasskey()
  const { mutateAsync: add } = useAddPasskey()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function run() {
    if (isBusy) return
    setBusy(true)
    setProblem(undefined)
    try {
      const response: object = await makePasskey((await ask()).data)
      onCodes((await add({ response: response as PasskeyJson })).data.recoveryCodes)
    } catch (error) {
      setProblem(passkeyRefusal(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className="passkey">
      <button className="btn btn-line btn-small" type="button" aria-busy={isBusy} onClick={run}>
        {isBusy ? 'Waiting for the passkey…' : 'Add a passkey'}
      </button>
      <p className="problem" role="alert">
        {problem}
      </p>
    </div>
  )
}

function PasskeyRow({ passkey: { id, name, createdAt } }: { passkey: Passkey }) {
  const { mutateAsync: rename } = useRenamePasskey()
  const { mutate: remove } = useRemovePasskey()
  const [isRenaming, setRenaming] = useState(false)
  return (
    <li className="person">
      <div className="person-who">
        <p className="person-name">
          <bdi>{name}</bdi>
        </p>
        <p className="person-fine">
          Passkey, added: <ExactTime at={createdAt} />
        </p>
        {isRenaming && (
          <PartForm
            fieldNames={['passkey-name']}
            button="Save the name"
            busy="Saving…"
            onSend={async (typed) => {
              await rename({ id, name: typed['passkey-name'] ?? '' })
              setRenaming(false)
            }}
          >
            {(problems) => {
              const problem = problems.name ?? problems['passkey-name']
              const frame = { name: 'passkey-name', label: 'Name of the passkey', problem }
              return (
                <Field frame={frame}>
                  <input {...controlProps(frame)} type="text" defaultValue={name} />
                </Field>
              )
            }}
          </PartForm>
        )}
      </div>
      <div className="row-actions">
        <button
          className="row-button"
          type="button"
          aria-expanded={isRenaming}
          onClick={() => setRenaming(!isRenaming)}
        >
          Rename<span className="hidden-text"> {name}</span>
        </button>
        <RemoveButton
          subject={name}
          question="Remove this passkey?"
          consequence="It does not sign you in any more. Delete it on the device too."
          onRemove={() => remove(id)}
        />
      </div>
    </li>
  )
}
