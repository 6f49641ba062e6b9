import { useRef } from 'react'
import type { Invitation, TeamMember } from '#/contracts/accounts/team.ts'
import { showToast } from '../../ui/show-toast.ts'
import { ExactTime, TimeUntil } from '../leads/times.tsx'
import { RequireSecondFactor } from '../second-factors/require-second-factor.tsx'
import { useCurrentUser } from '../shell/back-office.tsx'
import { OfficePart } from '../shell/part-form.tsx'
import { Loading, QueryFailure } from '../shell/query-states.tsx'
import { RemoveButton } from '../shell/remove-button.tsx'
import { refusalOf } from '../shell/request-errors.ts'
import { InvitationOutcome, InviteForm, roleLabels } from './invite-form.tsx'
import {
  useChangeMember,
  useInvite,
  useRemoveFactors,
  useRemoveMember,
  useTeam,
  useWithdrawInvitation,
} from './use-team.ts'

/** The heading of the page, and its name in the header. */
export const teamTitle = 'Team'

/** The people of the back office: who they are, what they may do, and who is invited. */
export function TeamPage() {
  const team = useTeam()
  const heading = useRef<HTMLHeadingElement>(null)
  const { mutate: remove } = useRemoveMember()
  const { mutate: removeFactors } = useRemoveFactors()
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

type MemberRowProps = {
  member: TeamMember
  onRemove: () => void
  onRemoveFactors: () => void
}

function MemberRow({ member, onRemove, onRemoveFactors }: MemberRowProps) {
  const { id, name, email, role, isDisabled, hasSecondFactor, lastUsedAt } = member
  const isMe = useCurrentUser().data?.id === id
  const { mutate: change } = useChangeMember()
  const otherRole = role === 'admin' ? 'editor' : 'admin'
  return (
    <li className={isDisabled ? 'person person-off' : 'person'}>
      <div className="person-who">
        <p className="person-name">
          <bdi>{name}</bdi>
          {isMe && <span className="person-me"> (you)</span>}
        </p>
        {name !== email && (
          <p className="person-fine">
            <bdi>{email}</bdi>
          </p>
        )}
        <p className="person-fine">
          {lastUsedAt ? (
            <>
              Last active: <ExactTime at={lastUsedAt} />
            </>
          ) : (
            'Not signed in'
          )}
          {' · '}
          {hasSecondFactor ? 'Second factor on' : 'Password only'}
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
        <button
          className="row-button"
          type="button"
          onClick={() => change({ id, role: otherRole })}
        >
          {otherRole === 'admin' ? 'Make admin' : 'Make editor'}
          <span className="hidden-text"> {name}</span>
        </button>
        <button
          className="row-button"
          type="button"
          onClick={() => change({ id, isDisabled: !isDisabled })}
        >
          {isDisabled ? 'Enable' : 'Disable'}
          <span className="hidden-text"> {name}</span>
        </button>
        {hasSecondFactor && !isMe && (
          <RemoveButton
            subject={name}
            verb="Remove second factor"
            question="Remove the second factors of this account?"
            consequence="For someone who has lost them. They are signed out everywhere and sign in with only their password until they set up another."
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

function Invitations({ invitations }: { invitations: Invitation[] }) {
  const invite = useInvite()
  const { data: invited, isPending } = invite
  return (
    <OfficePart heading="Invitations">
      <p className="office-about">
        They get a link to choose a name and a password. It works once, for seven days.
      </p>
      <InviteForm invite={invite} />
      {invited && !isPending && <InvitationOutcome {...invited.data} />}
      {invitations.length > 0 && (
        <ul className="people" aria-label="Invitations">
          {invitations.map((invitation) => (
            <InvitationRow key={invitation.id} invite={invite} {...invitation} />
          ))}
        </ul>
      )}
    </OfficePart>
  )
}

type InvitationRowProps = Invitation & { invite: ReturnType<typeof useInvite> }

function InvitationRow(props: InvitationRowProps) {
  const { id, email, role, invitedBy, expiresAt, isExpired, invite } = props
  const { mutate: withdraw } = useWithdrawInvitation()
  return (
    <li className={isExpired ? 'person person-off' : 'person'}>
      <div className="person-who">
        <p className="person-name">
          <bdi>{email}</bdi>
        </p>
        <p className="person-fine">
          Invited by <bdi>{invitedBy}</bdi>.{' '}
          {isExpired ? (
            'The link has expired.'
          ) : (
            <>
              The link ends <TimeUntil at={expiresAt} />
            </>
          )}
        </p>
      </div>
      <p className="person-marks">
        <span className="state-mark">{roleLabels[role]}</span>
      </p>
      <div className="row-actions">
        <button
          className="row-button"
          type="button"
          disabled={invite.isPending}
          onClick={() =>
            invite.mutate(
              { email, role },
              {
                onError: (error) =>
                  showToast({ title: 'Error', text: refusalOf(error), tone: 'destructive' }),
              },
            )
          }
        >
          Send again
          <span className="hidden-text"> to {email}</span>
        </button>
        <RemoveButton
          verb="Withdraw"
          subject={email}
          question="Withdraw this invitation?"
          consequence="The link they were sent stops working."
          onRemove={() => withdraw(id)}
        />
      </div>
    </li>
  )
}
