import { useEffect, useRef, useState } from 'react'
import { encode } from 'uqr'
import type { AppKey } from '#/contracts/accounts/accounts.ts'
import { api } from '#/contracts/endpoints/api.ts'
import { Button, focusHeadingOf } from '../../ui/button.tsx'
import { FieldForm } from '../shell/field-form.tsx'
import { CopyField, OfficeRow } from '../shell/page-parts.tsx'
import { RemoveButton } from '../shell/remove-button.tsx'
import { useChange } from '../shell/use-api.ts'

type CodeAppProps = {
  hasApp: boolean
  onCodes: (codes: readonly string[]) => void
}

/** The app that makes codes: set up in two steps, or removed. */
export function CodeApp({ hasApp, onCodes }: CodeAppProps) {
  const [key, setKey] = useState<AppKey>()
  const begin = useChange(api.beginCodeApp, {
    refetches: [],
    failure: 'Failed to set up the app',
    onAnswer: setKey,
  })
  const { mutate: remove } = useChange(api.removeCodeApp, {
    success: 'The app was removed',
    failure: 'Failed to remove the app',
  })
  if (hasApp) {
    return (
      <ul className="ruled-list">
        <OfficeRow title="Authenticator app">
          <RemoveButton
            subject="the app"
            question="Remove the authenticator app?"
            consequence="Its codes will no longer sign you in."
            onRemove={() => remove()}
          />
        </OfficeRow>
      </ul>
    )
  }
  if (key) return <FirstCode appKey={key} onCodes={onCodes} onEnd={() => setKey(undefined)} />
  return (
    <p>
      <Button look="line" isBusy={begin.isPending} onPress={() => begin.mutate()}>
        Set up an authenticator app
      </Button>
    </p>
  )
}

type FirstCodeProps = {
  appKey: AppKey
  onCodes: (codes: readonly string[]) => void
  onEnd: () => void
}

function FirstCode({ appKey, onCodes, onEnd }: FirstCodeProps) {
  const first = useRef<HTMLParagraphElement>(null)
  function leave() {
    if (first.current) focusHeadingOf(first.current)
  }
  const { mutateAsync: end } = useChange(api.addCodeApp, {
    success: 'The app is set up',
    // Once it is fetched that there is an app, this is gone.
    onAnswer: leave,
  })
  // The button that was pressed is gone: what is to be done now comes in its place.
  useEffect(() => first.current?.focus(), [])
  return (
    <div className="column">
      <p className="office-about" ref={first} tabIndex={-1}>
        Scan this QR code with an app such as Google Authenticator, or with a password manager. Or
        enter the key by hand. Then type the code the app shows.
      </p>
      <QrCode text={appKey.uri} />
      <CopyField label="Key" value={appKey.key} />
      <p>
        <a href={appKey.uri}>Open it in an app on this device</a>
      </p>
      <FieldForm
        fields={[{ name: 'code', label: 'Code from the app', kind: 'app-code' }]}
        button="Confirm the app"
        busy="Confirming…"
        onCancel={() => {
          leave()
          onEnd()
        }}
        save={async (typed) => {
          const { recoveryCodes } = await end(typed)
          onEnd()
          onCodes(recoveryCodes)
        }}
      />
    </div>
  )
}

/** A text as a QR code: dark squares on white in every theme, or no camera could read it. */
function QrCode({ text }: { text: string }) {
  // Cameras need a margin of four squares.
  const { size, data } = encode(text, { border: 4 })
  const squares = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  )
  return (
    <svg
      width="208"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label="QR code for the key"
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={squares.join('')} fill="#000" />
    </svg>
  )
}
