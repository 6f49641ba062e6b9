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
import { accountEmail, anyCode, knownPassword } from '../shell/field-form.tsx'
import { Card } from '../shell/page-parts.tsx'
import { answerByPasskey, PasskeyButton } from '../shell/passkeys.tsx'
import { CardForm, SetupSteps, useAnswer } from './card-form.tsx'
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
      <Card heading="One more step">
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
        <>
          <p role="status">No one can sign in yet: this site has no admin.</p>
          <SetupSteps />
        </>
      ) : (
        <>
          <CardForm
            endpoint={api.signIn}
            fields={[accountEmail(), knownPassword]}
            button="Sign in"
            busy="Signing in…"
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

/** Asks for a link by which a forgotten password is set anew. */
export function ForgotPasswordPage() {
  const [sentTo, setSentTo] = useState<string>()
  const { data: help } = useAnswer(api.signInHelp)
  return (
    <Card heading={sentTo === undefined ? 'Forgot your password?' : 'Check your email'}>
      {help && !help.sendsMail ? (
        <WithoutMail />
      ) : sentTo === undefined ? (
        <CardForm
          endpoint={api.forgotPassword}
          fields={[accountEmail()]}
          button="Send the link"
          busy="Sending…"
          onAnswer={(_answer, { email = '' }) => setSentTo(email.trim())}
        >
          <p>We’ll email you a link to set a new one.</p>
        </CardForm>
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
  const step = useRef<HTMLDivElement>(null)
  const hasApp = ways.includes('app')
  // What was pressed before is gone: the focus is on what most people will use.
  useEffect(() => {
    step.current?.querySelector<HTMLElement>(hasApp ? 'input' : 'button, input')?.focus()
  }, [hasApp])
  return (
    <div className="column" ref={step}>
      {ways.includes('passkey') && <SignInByPasskey />}
      {(hasApp || ways.includes('recovery-code')) && (
        <CardForm
          endpoint={api.signInCode}
          fields={[anyCode]}
          button="Sign in"
          busy="Signing in…"
          onAnswer={({ data: { role, recoveryCodesLeft } }) => {
            if (recoveryCodesLeft !== undefined) {
              const text = `Recovery codes left: ${recoveryCodesLeft}`
              showToast({ title: 'Signed in', text, tone: 'default' })
            }
            openAfterSignIn(role)
          }}
        />
      )}
      <p>
        <Button look="text" onPress={onRestart}>
          Start over
        </Button>
      </p>
    </div>
  )
}
