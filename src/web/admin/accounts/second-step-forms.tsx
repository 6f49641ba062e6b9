import { useEffect, useRef, useState } from 'react'
import type { SecondStepWay } from '#/contracts/accounts/accounts.ts'
import { api } from '#/contracts/endpoints/api.ts'
import type { FormField } from '../../ui/form-fields.tsx'
import { showToast } from '../../ui/show-toast.ts'
import { call } from '../shell/call.ts'
import { answerByPasskey, PasskeyButton } from '../shell/passkeys.tsx'
import { CardForm } from './card-form.tsx'
import { openAfterSignIn } from './path-after-sign-in.ts'

/** A button that signs in with a passkey. */
export function SignInByPasskey({ label }: { label: string }) {
  return (
    <PasskeyButton
      label={label}
      onPress={async () => {
        const response = await answerByPasskey(api.signInPasskeyOptions)
        const { data } = await call(api.signInPasskey, { body: { response } })
        openAfterSignIn(data.role)
      }}
    />
  )
}

type SecondStepFormsProps = {
  ways: readonly SecondStepWay[]
  /** Goes back to the email address and the password. */
  onRestart: () => void
}

/** What is asked after the password, of a person with a second factor. */
export function SecondStepForms({ ways, onRestart }: SecondStepFormsProps) {
  const hasApp = ways.includes('app')
  const hasPasskey = ways.includes('passkey')
  const [isRecovering, setRecovering] = useState(!hasApp && !hasPasskey)
  const step = useRef<HTMLDivElement>(null)
  // What was pressed or filled in before is gone.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each form that comes gets the focus
  useEffect(() => {
    const field = step.current?.querySelector('input')
    const control = field ?? step.current?.querySelector('button')
    control?.focus()
  }, [isRecovering])
  return (
    <div className="column" ref={step}>
      {hasPasskey && <SignInByPasskey label="Use a passkey" />}
      {isRecovering && <CodeForm key="recovery" isRecovery />}
      {hasApp && !isRecovering && <CodeForm key="app" />}
      <p className="actions">
        {ways.includes('recovery-code') && !isRecovering && (
          <button className="text-button" type="button" onClick={() => setRecovering(true)}>
            Use a recovery code
          </button>
        )}
        {isRecovering && hasApp && (
          <button className="text-button" type="button" onClick={() => setRecovering(false)}>
            Use the app
          </button>
        )}
        <button className="text-button" type="button" onClick={onRestart}>
          Start over
        </button>
      </p>
    </div>
  )
}

const appCode: FormField = {
  name: 'code',
  label: 'Code',
  kind: 'app-code',
  hint: 'The six-digit code your app shows now.',
  isRequired: true,
}

const recoveryCode: FormField = {
  name: 'code',
  label: 'Recovery code',
  kind: 'recovery-code',
  hint: 'Each works once.',
  isRequired: true,
}

function CodeForm({ isRecovery = false }: { isRecovery?: boolean }) {
  return (
    <CardForm
      endpoint={api.signInCode}
      fields={[isRecovery ? recoveryCode : appCode]}
      button="Sign in"
      sending="Signing in…"
      onAnswer={({ data: { role, recoveryCodesLeft } }) => {
        if (recoveryCodesLeft !== undefined) {
          const text = `Recovery codes left: ${recoveryCodesLeft}`
          showToast({ title: 'Signed in', text, tone: 'default' })
        }
        openAfterSignIn(role)
      }}
    />
  )
}
