import { useState } from 'react'
import { adminPaths, apiPaths } from '#/contracts/routes.ts'
import { Card } from '../shell/page-parts.tsx'
import { CardForm } from './card-form.tsx'
import { NewPasswordField } from './password-fields.tsx'
import { useCardForm } from './use-card-form.ts'
import { useLinkToken } from './use-link-token.ts'

/** Sets a new password, by the link of a mail. */
export function NewPasswordPage() {
  const token = useLinkToken()
  const [isSet, setSet] = useState(false)
  return (
    <Card heading="Set a new password">
      {token === undefined && <p role="status">Loading...</p>}
      {token === '' && (
        <p>
          This page opens only from the link in an email. Open the whole link, or{' '}
          <a href={adminPaths.forgotPassword}>request a new one</a>.
        </p>
      )}
      {token && !isSet && <NewPassword token={token} onSet={() => setSet(true)} />}
      {isSet && (
        <p role="status">
          Your password is set, and you are signed out everywhere.{' '}
          <a href={adminPaths.signIn}>Sign in</a> with the new one.
        </p>
      )}
    </Card>
  )
}

function NewPassword({ token, onSet }: { token: string; onSet: () => void }) {
  const form = useCardForm({
    path: apiPaths.resetPassword,
    fields: ['password'],
    more: { token },
    onAnswer: onSet,
  })
  const { fields, message } = form.refusal
  return (
    <>
      <CardForm form={form} button="Set password" sending="Setting…">
        <NewPasswordField
          frame={{ name: 'password', label: 'New password', problem: fields.password }}
        />
      </CardForm>
      {message && (
        <p>
          <a href={adminPaths.forgotPassword}>Ask for another link</a>
        </p>
      )}
    </>
  )
}
