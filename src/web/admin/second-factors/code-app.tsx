import { useState } from 'react'
import type { AppKey } from '#/contracts/second-factors.ts'
import { PartForm } from '../my-account/account-part.tsx'
import { CodeField } from '../proof/code-field.tsx'
import { CopyField } from '../shell/copy-field.tsx'
import { RemoveButton } from '../shell/remove-button.tsx'
import { QrCode } from './qr-code.tsx'
import { useBeginApp, useEndApp, useRemoveApp } from './use-second-factors.ts'

type CodeAppProps = { hasApp: boolean; onCodes: (codes: readonly string[]) => void }

/** The app that makes codes: set up in two steps, or removed. */
export function CodeApp({ hasApp, onCodes }: CodeAppProps) {
  const begin = useBeginApp()
  const { mutate: remove } = useRemoveApp()
  const [key, setKey] = useState<AppKey>()
  if (hasApp) {
    return (
      <ul className="people">
        <li className="person">
          <div className="person-who">
            <p className="person-name">An app that makes codes</p>
          </div>
          <div className="row-actions">
            <RemoveButton
              subject="the app"
              question="Remove the app?"
              consequence="Its codes do not sign you in any more."
              onRemove={() => remove()}
            />
          </div>
        </li>
      </ul>
    )
  }
  if (key) {
    return <FirstCode appKey={key} onCodes={onCodes} onEnd={() => setKey(undefined)} />
  }
  return (
    <p>
      <button
        className="btn btn-line btn-small"
        type="button"
        disabled={begin.isPending}
        onClick={() => begin.mutate(undefined, { onSuccess: ({ data }) => setKey(data) })}
      >
        Set up an app that makes codes
      </button>
    </p>
  )
}

type FirstCodeProps = {
  appKey: AppKey
  onCodes: (codes: readonly string[]) => void
  onEnd: () => void
}

function FirstCode({ appKey, onCodes, onEnd }: FirstCodeProps) {
  const { mutateAsync: end } = useEndApp()
  return (
    <div className="app-setup">
      <p className="office-about">
        Read this picture with your app, such as Aegis, Google Authenticator or a password manager,
        or add the key by hand. Then type the code that it shows.
      </p>
      <QrCode text={appKey.uri} label="QR code of the key" />
      <CopyField label="Key" value={appKey.key} selected="The key is selected: copy it yourself." />
      <p>
        <a href={appKey.uri}>Open it in an app on this device</a>
      </p>
      <PartForm
        fieldNames={['code']}
        button="Confirm the app"
        busy="Confirming…"
        onSend={async ({ code = '' }) => {
          const { data } = await end(code)
          onEnd()
          onCodes(data.recoveryCodes)
        }}
      >
        {(problems) => <CodeField label="Code of the app" problem={problems.code} />}
      </PartForm>
      <p>
        <button className="text-button" type="button" onClick={onEnd}>
          Cancel
        </button>
      </p>
    </div>
  )
}
