import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useHistoryState } from 'wouter/use-browser-location'
import type { SecondStep, SecondStepWay } from '#/contracts/accounts/accounts.ts'
import { api } from '#/contracts/endpoints/api.ts'
import { adminPaths } from '#/contracts/routes.ts'
import { Button } from '../../ui/button.tsx'
import { controlId } from '../../ui/fields.tsx'
import { showToast } from '../../ui/show-toast.ts'
import { useHasStarted } from '../../use-has-started.ts'
import { sessionHasEnded } from '../shell/back-office.tsx'
import { call } from '../shell/call.ts'
import { accountEmail, codeField, knownPassword } from '../shell/field-form.tsx'
import { Card } from '../shell/page-parts.tsx'
import { answerByPasskey, PasskeyButton } from '../shell/passkeys.tsx'
import { CardForm, useAnswer } from './card-form.tsx'
import { openAfterSignIn } from './path-after-sign-in.ts'

/** The sign-in page, which says so if it was opened because a session had ended. */
export function SignInPage() {
  const hasEnded = useHistoryState() === sessionHasEnded
  const { data: help } = useAnswer(api.signInHelp)
  const [step, setStep] = useState<SecondStep>()
  function restart() {
    // Rendered first, so that the field is there to have the focus.
    flushSync(() => setStep(undefined))
    document.getElementById(controlId('email'))?.focus()
  }
  const lacksCookies = useHasStarted() && !navigator.cookieEnabled
  if (step) {
    return (
      <Card heading="One more step" title="Sign in">
        <SecondStepForms ways={step.ways} onRestart={restart} />
      </Card>
    )
  }
  return (
    <Card heading="Sign in">
      {lacksCookies && (
        <p className="problem" role="alert">
          This browser blocks cookies, and signing in needs one. Please allow cookies for this site.
        </p>
      )}
      {hasEnded && !lacksCookies && (
        <p role="status">Your session has ended. Please sign in again.</p>
      )}
      {help?.hasAdmin === false ? (
        <NoAdminYet />
      ) : (
        <>
          <CardForm
            endpoint={api.signIn}
            fields={[accountEmail(), knownPassword]}
            button="Sign in"
            sending="Signing in…"
            onAnswer={({ data }) => {
              if ('ways' in data) setStep(data)
              else openAfterSignIn(data.role)
            }}
          />
          <p>
            <a href={adminPaths.forgotPassword}>Forgot your password?</a>
          </p>
          {/* Comes with the script, so it is the last: it must not move what is about to be pressed. */}
          <SignInByPasskey />
        </>
      )}
    </Card>
  )
}

function NoAdminYet() {
  return (
    <>
      <p role="status">No one can sign in yet: this site has no admin.</p>
      <ol className="bullets">
        <li>Look in the terminal where the server was started: it prints a setup link.</li>
        <li>Open that link, and choose your email address and a password.</li>
        <li>No link there, or an old one? Restart the server and it prints a new one.</li>
      </ol>
    </>
  )
}

/** Asks for a link by which a forgotten password is set anew. */
export function ForgotPasswordPage() {
  const [sentTo, setSentTo] = useState<string>()
  const { data: help } = useAnswer(api.signInHelp)
  return (
    <Card heading={sentTo === undefined ? 'Forgot your password?' : 'Check your email'}>
      {help && !help.sendsMail ? (
        <WithoutMail />
      ) : sentTo === undefined ? (
        <AskForLink onSent={setSentTo} />
      ) : (
        <p role="status">
          If <bdi>{sentTo}</bdi> has an account, a link is on its way, or arrived in the last 10
          minutes. It works once, for 30 minutes. Check your spam folder, and ask an admin if
          nothing arrives.
        </p>
      )}
      <p>
        <a href={adminPaths.signIn}>Back to sign-in</a>
      </p>
    </Card>
  )
}

function AskForLink({ onSent }: { onSent: (email: string) => void }) {
  return (
    <>
      <p>We’ll email you a link to set a new one.</p>
      <CardForm
        endpoint={api.forgotPassword}
        fields={[accountEmail()]}
        button="Send the link"
        sending="Sending…"
        onAnswer={(_answer, { email = '' }) => onSent(email.trim())}
      />
    </>
  )
}

function WithoutMail() {
  return (
    <>
      <p>This site has no mail server, so it can’t send you a link.</p>
      <ol className="bullets">
        <li>
          Ask an admin to remove your account and invite you again. They’ll get a link for you.
        </li>
        <li>Are you the only admin? Your server’s administrator can set a new password for you.</li>
      </ol>
    </>
  )
}

/** A button that signs in with a passkey. */
function SignInByPasskey() {
  return (
    <PasskeyButton
      label="Use a passkey"
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
function SecondStepForms({ ways, onRestart }: SecondStepFormsProps) {
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
      {hasPasskey && <SignInByPasskey />}
      {isRecovering && <CodeForm key="recovery" isRecovery />}
      {hasApp && !isRecovering && <CodeForm key="app" />}
      <p className="actions">
        {ways.includes('recovery-code') && !isRecovering && (
          <Button look="text" onPress={() => setRecovering(true)}>
            Use a recovery code
          </Button>
        )}
        {isRecovering && hasApp && (
          <Button look="text" onPress={() => setRecovering(false)}>
            Use the app
          </Button>
        )}
        <Button look="text" onPress={onRestart}>
          Start over
        </Button>
      </p>
    </div>
  )
}

const appCode = codeField('Code', 'app-code', 'The six-digit code your app shows now.')
const recoveryCode = codeField('Recovery code', 'recovery-code', 'Each works once.')

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
