import { useRef } from 'react'
import type { Role } from '#/contracts/accounts/accounts.ts'
import type { Team, TeamMember } from '#/contracts/accounts/team.ts'
import { apiPaths, teamMemberPath } from '#/contracts/routes.ts'
import { useCurrentUser } from '../shell/back-office.tsx'
import { OfficePart, SettingPart } from '../shell/part-form.tsx'
import { Loading, QueryFailure } from '../shell/query-states.tsx'
import { RemoveButton } from '../shell/remove-button.tsx'
import { useChange, useServerData } from '../shell/server-data.ts'
import { ExactTime } from '../shell/times.tsx'
import { Invitations, refetches, roleLabels } from './invitations.tsx'

/** The people of the back office: who they are, what they may do, and who is invited. */
export function TeamPage() {
  const team = useServerData<Team>(apiPaths.team, { refetchOnMount: 'always' })
  const heading = useRef<HTMLHeadingElement>(null)
  const { mutate: remove } = useChange({
    call: (id: string) => ({ method: 'DELETE', path: teamMemberPath(id) }),
    success: 'The account was removed',
    failure: 'Failed to remove the account',
    refetches,
  })
  const { mutate: removeFactors } = useChange({
    call: (id: string) => ({
      method: 'DELETE',
      path: apiPaths.teamSecondFactors.replace(':userId', encodeURIComponent(id)),
    }),
    success: 'The second step was removed',
    failure: 'Failed to remove the second step',
    refetches,
  })
  const members = team.data?.members

  /** The button that was pressed disappears. */
  const focusHeading = () => heading.current?.focus()

  return (
    <div className="team">
      <OfficePart heading="Accounts" headingRef={heading}>
        <p className="office-about">
          An admin handles requests and everything else. An editor only edits the pages’ search
          metadata.
        </p>
        <QueryFailure query={team} text="Failed to fetch the team" />
        {team.isPending && <Loading />}
        {members && (
          <ul className="people" aria-label="Accounts">
            {members.map((member) => (
              <MemberRow
                key={member.id}
                member={member}
                onRemove={() => {
                  focusHeading()
                  remove(member.id)
                }}
                onRemoveFactors={() => {
                  focusHeading()
                  removeFactors(member.id)
                }}
              />
            ))}
          </ul>
        )}
      </OfficePart>
      <RequireSecondFactor />
      <Invitations invitations={team.data?.invitations ?? []} />
    </div>
  )
}

/** Whether everyone needs a second factor, and a button that changes it. */
function RequireSecondFactor() {
  return (
    <SettingPart
      heading="Second step at sign-in"
      path={apiPaths.accountSettings}
      name="requiresSecondFactor"
      success="The setting was saved"
      failure="Failed to save the setting"
      refetches={[apiPaths.secondFactors]}
      on={{
        meaning:
          'Everyone needs a second step, such as a code from their phone: an account without one can only set one up.',
        button: 'Stop requiring it',
      }}
      off={{
        meaning: 'Everyone decides for themselves whether signing in takes more than a password.',
        button: 'Require it for everyone',
      }}
    />
  )
}

type MemberRowProps = {
  member: TeamMember
  onRemove: () => void
  onRemoveFactors: () => void
}

function MemberRow({ member, onRemove, onRemoveFactors }: MemberRowProps) {
  const { id, name, email, role, isDisabled, hasSecondFactor, lastUsedAt } = member
  const isMe = useCurrentUser().data?.id === id
  const { mutate: change } = useChange({
    call: (body: { role?: Role; isDisabled?: boolean }) => ({
      method: 'PATCH',
      path: teamMemberPath(id),
      body,
    }),
    success: 'The account was changed',
    failure: 'Failed to change the account',
    refetches,
  })
  const otherRole = role === 'admin' ? 'editor' : 'admin'
  return (
    <li className={isDisabled ? 'person person-off' : 'person'}>
      <div className="person-who">
        <p className="strong">
          <bdi>{name}</bdi>
          {isMe && <span className="person-me"> (you)</span>}
        </p>
        {name !== email && (
          <p className="fine">
            <bdi>{email}</bdi>
          </p>
        )}
        <p className="fine">
          {lastUsedAt ? (
            <>
              Last active: <ExactTime at={lastUsedAt} />
            </>
          ) : (
            'Not signed in'
          )}
          {' · '}
          {hasSecondFactor ? 'Second step on' : 'Password only'}
        </p>
      </div>
      <p className="person-marks">
        <span className="state-mark" data-tone={role === 'admin' ? 'good' : undefined}>
          {roleLabels[role]}
        </span>{' '}
        {isDisabled && (
          <span className="state-mark" data-tone="bad">
            Disabled
          </span>
        )}
      </p>
      <div className="row-actions">
        <button className="row-button" type="button" onClick={() => change({ role: otherRole })}>
          {otherRole === 'admin' ? 'Make admin' : 'Make editor'}
          <span className="hidden-text"> {name}</span>
        </button>
        <button
          className="row-button"
          type="button"
          onClick={() => change({ isDisabled: !isDisabled })}
        >
          {isDisabled ? 'Enable' : 'Disable'}
          <span className="hidden-text"> {name}</span>
        </button>
        {hasSecondFactor && !isMe && (
          <RemoveButton
            subject={name}
            verb="Remove second step"
            question="Remove the second step of this account?"
            consequence="For someone who has lost their phone or key. They are signed out everywhere and sign in with only their password until they set up another."
            onRemove={onRemoveFactors}
          />
        )}
        <RemoveButton
          subject={name}
          question={isMe ? 'Remove your own account?' : 'Remove this account?'}
          consequence="They are signed out everywhere and can no longer sign in. What they wrote stays, with their name."
          onRemove={onRemove}
        />
      </div>
    </li>
  )
}
