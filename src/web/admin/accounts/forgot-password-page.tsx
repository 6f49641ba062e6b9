import { useState } from 'react'
import { api } from '#/contracts/endpoints/api.ts'
import { adminPaths } from '#/contracts/routes.ts'
import { accountEmail } from '../shell/field-form.tsx'
import { Card } from '../shell/page-parts.tsx'
import { CardForm } from './card-form.tsx'
import { useAnswer } from './use-answer.ts'

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
          If <bdi>{sentTo}</bdi> has an account, a link is on its way, or one arrived in the last 10
          minutes and still works. It works once, for 30 minutes. Check your spam folder, and ask an
          admin if nothing arrives.
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
      <p>We will email you a link to set a new one.</p>
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
      <p>This site has no mail server, so it cannot send you a link.</p>
      <ol className="bullets">
        <li>
          Ask an admin to remove your account and to invite you again: they get a link for you.
        </li>
        <li>
          You are the only admin? Whoever runs the machine of this site can set a new password for
          you.
        </li>
      </ol>
    </>
  )
}
