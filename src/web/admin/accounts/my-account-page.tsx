import { useState } from 'react'
import { useSearch } from 'wouter/use-browser-location'
import type { User } from '#/contracts/accounts/accounts.ts'
import { api } from '#/contracts/endpoints/api.ts'
import type { MailOutcome } from '#/contracts/notifications/mails.ts'
import { useCurrentUser } from '../shell/back-office.tsx'
import { accountEmail, FieldForm, newPassword, ownName } from '../shell/field-form.tsx'
import { OfficePart } from '../shell/part-form.tsx'
import { Loading, QueryFailure } from '../shell/query-states.tsx'
import { useChange } from '../shell/use-api.ts'
import { isLedHere } from './path-after-sign-in.ts'
import { SecondFactors } from './second-factors.tsx'
import { Sessions } from './sessions.tsx'

/** What everybody may change of their own account. */
export function MyAccountPage() {
  const user = useCurrentUser()
  const isLed = isLedHere(useSearch())
  return (
    <div className="columns">
      <QueryFailure query={user} text="Failed to fetch your account" />
      {user.isPending && <Loading />}
      {user.data && (
        <>
          <div className="column">
            {isLed && <SecondFactors />}
            <Name {...user.data} />
            <Email {...user.data} />
            <Password />
          </div>
          <div className="column">
            {!isLed && <SecondFactors />}
            <Sessions />
          </div>
        </>
      )}
    </div>
  )
}

function Name({ name, email }: User) {
  const { mutateAsync: change } = useChange(api.changeName, {
    send: (name: string) => ({ body: { name } }),
    success: 'Your name was changed',
    refetches: [api.team.path],
    answers: api.currentUser.path,
  })
  return (
    <OfficePart heading="Name">
      <FieldForm
        fields={[ownName('Earlier entries keep the old one.', name === email ? '' : name)]}
        button="Save name"
        save={({ name = '' }) => change(name)}
      />
    </OfficePart>
  )
}

function Email({ email }: User) {
  const { mutateAsync: change } = useChange(api.myEmail, {
    send: (email: string) => ({ body: { email } }),
  })
  const [asked, setAsked] = useState<MailOutcome & { email: string }>()
  return (
    <OfficePart heading="Email address">
      <p className="office-about">
        You sign in as <bdi>{email}</bdi>. A new address takes effect once you open the link sent to
        it.
      </p>
      <FieldForm
        fields={[accountEmail('New address')]}
        button="Send the link"
        busy="Sending…"
        clears
        save={async ({ email = '' }) => {
          setAsked(undefined)
          setAsked({ ...(await change(email)), email })
        }}
      />
      <div role="status">{asked && <Asked {...asked} />}</div>
    </OfficePart>
  )
}

function Asked({ outcome, problem, email }: MailOutcome & { email: string }) {
  switch (outcome) {
    case 'sent':
      return (
        <p className="office-about">
          A link is on its way to <bdi>{email}</bdi>. It works once, for 24 hours.
        </p>
      )
    case 'kept':
      return (
        <p className="problem">
          No email leaves this server, because no mail server is set up. The email with the link is
          on it as a file.
        </p>
      )
    case 'failed':
      return <p className="problem">The email was not sent. {problem}</p>
  }
}

function Password() {
  const { mutateAsync: change } = useChange(api.myPassword, {
    success: 'Your password was changed',
    refetches: [api.mySessions.path],
  })
  return (
    <OfficePart heading="Password">
      <p className="office-about">A new password signs out every other browser.</p>
      <FieldForm
        fields={[
          { name: 'currentPassword', label: 'Current password', kind: 'current-password' },
          newPassword('New password'),
        ]}
        button="Change password"
        busy="Changing…"
        clears
        save={(typed) => change(typed)}
      />
    </OfficePart>
  )
}
