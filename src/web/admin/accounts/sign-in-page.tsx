import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useHistoryState } from 'wouter/use-browser-location'
import type { SecondStep } from '#/contracts/accounts/accounts.ts'
import { api } from '#/contracts/endpoints/api.ts'
import { adminPaths } from '#/contracts/routes.ts'
import { controlId } from '../../ui/fields.tsx'
import { useHasStarted } from '../../use-has-started.ts'
import { accountEmail, knownPassword } from '../shell/field-form.tsx'
import { hasSessionEnded } from '../shell/leave.ts'
import { Card } from '../shell/page-parts.tsx'
import { CardForm } from './card-form.tsx'
import { openAfterSignIn } from './path-after-sign-in.ts'
import { SecondStepForms, SignInByPasskey } from './second-step-forms.tsx'
import { useAnswer } from './use-answer.ts'

/** The sign-in page, which says so if it was opened because a session had ended. */
export function SignInPage() {
  const hasEnded = hasSessionEnded(useHistoryState())
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
          <SignInByPasskey label="Use a passkey" />
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
