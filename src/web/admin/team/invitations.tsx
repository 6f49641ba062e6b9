import { useRef } from 'react'
import type { Invitation, Invited } from '#/contracts/accounts/team.ts'
import { type Role, roles } from '#/contracts/limits.ts'
import { apiPaths, invitationPath } from '#/contracts/routes.ts'
import { controlProps, Field, type FieldFrame } from '../../ui/fields.tsx'
import { showToast } from '../../ui/show-toast.ts'
import { CopyField } from '../shell/page-parts.tsx'
import { OfficePart } from '../shell/part-form.tsx'
import { RemoveButton } from '../shell/remove-button.tsx'
import { refusalOf } from '../shell/request-errors.ts'
import { useChange } from '../shell/server-data.ts'
import { TimeUntil } from '../shell/times.tsx'
import { useForm } from '../shell/use-form.ts'

/** What a role is called. */
export const roleLabels: Record<Role, string> = { admin: 'Admin', editor: 'Editor' }

/** What a change of the team changes: who one is too, as an admin can make themselves an editor. */
export const refetches = [apiPaths.team, apiPaths.currentUser]

type Invite = ReturnType<typeof useChange<{ email: string; role: Role }, { data: Invited }>>

/** Whom to invite, and as what. A refused address stays, with the reason below it. */
function InviteForm({ invite }: { invite: Invite }) {
  const input = useRef<HTMLInputElement>(null)
  const { refusal, submit } = useForm({
    fields: ['role', 'email'],
    prefix: 'invited-',
    async onSend({ email = '', role }, form) {
      await invite.mutateAsync({ email, role: role as Role })
      form.reset()
      input.current?.focus()
    },
  })
  const problem = refusal.fields.email ?? refusal.message
  const email: FieldFrame = { name: 'invited-email', label: 'Email address', problem }
  const role: FieldFrame = { name: 'invited-role', label: 'As' }

  return (
    <form className="invite-form" method="post" noValidate onSubmit={submit}>
      <Field frame={email}>
        <input
          {...controlProps(email)}
          ref={input}
          type="email"
          required
          placeholder="colleague@example.com"
          autoComplete="off"
          spellCheck={false}
          readOnly={invite.isPending}
        />
      </Field>
      <Field frame={role}>
        <select {...controlProps(role)} defaultValue="editor">
          {roles.map((value) => (
            <option key={value} value={value}>
              {roleLabels[value]}
            </option>
          ))}
        </select>
      </Field>
      <button className="btn btn-small" type="submit" disabled={invite.isPending}>
        {invite.isPending ? 'Inviting…' : 'Invite'}
      </button>
    </form>
  )
}

/** What became of the mail with an invitation, and the link where no mail server took it. */
function InvitationOutcome({ outcome, problem, link }: Invited) {
  if (outcome === 'sent' || link === null) return null
  return (
    <div className="invited" role="status">
      <p>
        {outcome === 'failed'
          ? `The email was not sent. ${problem ?? ''}`
          : 'No email leaves this server, because no mail server is set up.'}{' '}
        Send them this link yourself. It works once, for seven days, for anyone who has it.
      </p>
      <CopyField
        label="Their link"
        value={link}
        selected="The link is selected: press Ctrl+C or ⌘C to copy it."
      />
    </div>
  )
}

/** The people who are invited, and a form that invites another. */
export function Invitations({ invitations }: { invitations: Invitation[] }) {
  const invite = useChange<{ email: string; role: Role }, { data: Invited }>({
    call: (body) => ({ method: 'POST', path: apiPaths.invitations, body }),
    success: ({ data }) => (data.outcome === 'sent' ? 'The invitation was sent' : ''),
    refetches,
  })
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

type InvitationRowProps = Invitation & { invite: Invite }

function InvitationRow(props: InvitationRowProps) {
  const { id, email, role, invitedBy, expiresAt, isExpired, invite } = props
  const { mutate: withdraw } = useChange({
    call: () => ({ method: 'DELETE', path: invitationPath(id) }),
    success: 'The invitation was withdrawn',
    failure: 'Failed to withdraw the invitation',
    refetches,
  })
  return (
    <li className={isExpired ? 'person person-off' : 'person'}>
      <div className="person-who">
        <p className="strong">
          <bdi>{email}</bdi>
        </p>
        <p className="fine">
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
          onRemove={() => withdraw()}
        />
      </div>
    </li>
  )
}
