import type { TeamMember } from '#/contracts/accounts/accounts.ts'
import { api } from '#/contracts/endpoints/api.ts'
import { Button } from '../../ui/button.tsx'
import { OfficeRow } from '../shell/page-parts.tsx'
import { OfficePart, SettingPart } from '../shell/part-form.tsx'
import { Fetched } from '../shell/query-states.tsx'
import { RemoveButton } from '../shell/remove-button.tsx'
import { Time } from '../shell/times.tsx'
import { useChange, useData } from '../shell/use-api.ts'
import { InvitationRow, InviteForm, roleLabels, useInvite } from './invitations.tsx'

/** The people of the back office: who they are, what they may do, and who is invited. */
export default function TeamPage() {
  const team = useData(api.team, {}, { refetchOnMount: 'always' })
  const invite = useInvite()
  return (
    <div className="column">
      <OfficePart heading="Accounts">
        <p className="office-about">
          An admin handles requests and everything else. An editor only edits the pages’ search
          metadata.
        </p>
        <Fetched query={team} failure="Failed to fetch the team">
          {({ members, invitations }) => (
            <ul className="ruled-list" aria-label="Accounts">
              {members.map((member) => (
                <MemberRow key={member.id} {...member} />
              ))}
              {invitations.map((invitation) => (
                <InvitationRow key={invitation.email} invite={invite} {...invitation} />
              ))}
            </ul>
          )}
        </Fetched>
        <InviteForm invite={invite} />
      </OfficePart>
      <SettingPart
        heading="Second step at sign-in"
        setting={api.accountSettings}
        name="requiresSecondFactor"
        on={{
          meaning:
            'Everyone needs a second step, such as a code from their phone. Until they set one up, they can’t do anything else.',
          button: 'Stop requiring it',
        }}
        off={{
          meaning: 'Everyone decides for themselves whether to use a second step.',
          button: 'Require it for everyone',
        }}
      />
    </div>
  )
}

function MemberRow(member: TeamMember) {
  const { id, name, email, role, isDisabled, hasSecondFactor, lastUsedAt } = member
  const isMe = useData(api.currentUser).data?.id === id
  const params = { userId: id }
  const { mutate: change } = useChange(api.changeMember, {
    send: (body) => ({ params, body }),
    success: 'The account was updated',
    failure: 'Failed to change the account',
  })
  const { mutate: remove } = useChange(api.removeMember, {
    send: () => ({ params }),
    success: 'The account was removed',
    failure: 'Failed to remove the account',
  })
  const { mutate: removeFactors } = useChange(api.removeSecondFactors, {
    send: () => ({ params }),
    success: 'The second step was removed',
    failure: 'Failed to remove the second step',
  })
  const otherRole = role === 'admin' ? 'editor' : 'admin'
  return (
    <OfficeRow
      title={
        <>
          <bdi>{name}</bdi>
          {isMe && ' (you)'}
        </>
      }
      about={
        <p className="small muted">
          {name !== email && <bdi>{email}, </bdi>}
          {lastUsedAt ? 'last active: ' : 'not signed in anywhere'}
          {lastUsedAt && <Time at={lastUsedAt} />}
          {hasSecondFactor ? ', second step on' : ', password only'}
        </p>
      }
      mark={isDisabled ? 'Disabled' : roleLabels[role]}
      tone={isDisabled ? 'bad' : role === 'admin' ? 'good' : undefined}
      isOff={isDisabled}
    >
      <Button about={name} onPress={() => change({ role: otherRole })}>
        {`Make ${otherRole}`}
      </Button>
      <Button about={name} onPress={() => change({ isDisabled: !isDisabled })}>
        {isDisabled ? 'Enable' : 'Disable'}
      </Button>
      {hasSecondFactor && !isMe && (
        <RemoveButton
          subject={name}
          verb="Remove second step"
          question="Remove the second step of this account?"
          consequence="Use this for someone who lost their phone or key. They’re signed out everywhere and need only their password until they set up another."
          onRemove={() => removeFactors()}
        />
      )}
      <RemoveButton
        subject={name}
        question={isMe ? 'Remove your own account?' : 'Remove this account?'}
        consequence="They’re signed out everywhere and can no longer sign in. What they wrote stays, with their name."
        onRemove={() => remove()}
      />
    </OfficeRow>
  )
}
