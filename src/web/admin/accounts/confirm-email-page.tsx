import { useState } from 'react'
import { adminPaths, apiPaths } from '#/contracts/routes.ts'
import { Card } from '../shell/page-parts.tsx'
import { CardForm } from './card-form.tsx'
import { useCardForm } from './use-card-form.ts'
import { useLinkToken } from './use-link-token.ts'

/**
 * Gives an account another address, by the link of a mail. It takes a press of a button, because
 * programs that look for spam open links too.
 */
export function ConfirmEmailPage() {
  const token = useLinkToken()
  const [email, setEmail] = useState<string>()
  return (
    <Card heading="Confirm your address">
      {token === undefined && <p role="status">Loading...</p>}
      {token === '' && <p>This page opens only from the link in an email. Open the whole link.</p>}
      {token && email === undefined && <Confirm token={token} onConfirmed={setEmail} />}
      {email !== undefined && (
        <p role="status">
          From now on you sign in as <bdi>{email}</bdi>. <a href={adminPaths.account}>My account</a>
        </p>
      )}
    </Card>
  )
}

type ConfirmProps = { token: string; onConfirmed: (email: string) => void }

function Confirm({ token, onConfirmed }: ConfirmProps) {
  const form = useCardForm({
    path: apiPaths.confirmEmail,
    fields: [],
    more: { token },
    onAnswer: ({ data }: { data: { email: string } }) => onConfirmed(data.email),
  })
  return (
    <CardForm form={form} button="This is my address" sending="Confirming…">
      <p>You will sign in with it from now on, and emails about your account go to it.</p>
    </CardForm>
  )
}
