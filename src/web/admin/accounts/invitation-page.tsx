import { useState } from 'react'
import type { Role, User } from '#/contracts/accounts/accounts.ts'
import type { OpenInvitation } from '#/contracts/accounts/team.ts'
import { adminPaths, apiPaths } from '#/contracts/routes.ts'
import { Card } from '../shell/page-parts.tsx'
import { CardForm, NameField } from './card-form.tsx'
import { NewPasswordField } from './password-fields.tsx'
import { openAfterSignIn } from './path-after-sign-in.ts'
import { useAnswer } from './use-answer.ts'
import { useCardForm } from './use-card-form.ts'
import { useLinkToken } from './use-link-token.ts'

const mayDo: Record<Role, string> = {
  admin: 'work the requests of visitors, and everything else',
  editor: 'write what search engines are told about the pages',
}

/** Makes the account of a person who was invited. */
export function InvitationPage() {
  const token = useLinkToken()
  const { data, problem } = useAnswer<OpenInvitation>(
    token ? { path: apiPaths.openInvitation, token } : undefined,
  )
  return (
    <Card heading="You are invited">
      {token === '' && <p>This page opens only from its link. Open the whole link.</p>}
      {token !== '' && !data && !problem && <p role="status">Loading...</p>}
      {problem && (
        <p className="problem" role="alert">
          {problem} If you have an account already, <a href={adminPaths.signIn}>sign in</a>.
        </p>
      )}
      {token && data && <Accept token={token} {...data} />}
    </Card>
  )
}

function Accept({ token, email, role, invitedBy }: OpenInvitation & { token: string }) {
  const [name, setName] = useState('')
  const form = useCardForm({
    path: apiPaths.acceptInvitation,
    fields: ['name', 'password'],
    more: { token },
    onAnswer: ({ data }: { data: User }) => openAfterSignIn(data.role),
  })
  const { fields } = form.refusal
  return (
    <>
      <p>
        <bdi>{invitedBy}</bdi> invites <bdi>{email}</bdi> to {mayDo[role]}.
      </p>
      <CardForm form={form} button="Create account" sending="Creating account…">
        {/* So that a password manager knows whose password it is. */}
        <input
          className="hidden-text"
          type="email"
          autoComplete="username"
          value={email}
          readOnly
          tabIndex={-1}
          aria-hidden="true"
        />
        <NameField
          problem={fields.name}
          hint="Notes and history show this name."
          onType={setName}
        />
        <NewPasswordField
          frame={{ name: 'password', label: 'Password', problem: fields.password }}
          email={email}
          name={name}
        />
      </CardForm>
    </>
  )
}
