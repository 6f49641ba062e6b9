import type { Invitation } from '#/contracts/accounts/accounts.ts'
import { api } from '#/contracts/endpoints/api.ts'
import { type Role, roles } from '#/contracts/limits.ts'
import { untilText } from '../../dates.ts'
import { reasonOf } from '../../request.ts'
import { Button } from '../../ui/button.tsx'
import type { FormField } from '../../ui/form-fields.tsx'
import { FieldForm } from '../shell/field-form.tsx'
import { OfficeRow, SentLink } from '../shell/page-parts.tsx'
import { RemoveButton } from '../shell/remove-button.tsx'
import { Time } from '../shell/times.tsx'
import { tellFailure, useChange } from '../shell/use-api.ts'

/** What a role is called. */
export const roleLabels: Record<Role, string> = { admin: 'Admin', editor: 'Editor' }

/** Invites somebody, also once more. Its `data` is of the invitation that was sent last. */
export const useInvite = () =>
  useChange(api.invite, {
    success: ({ outcome }) => (outcome === 'sent' ? 'The invitation was sent' : ''),
  })

type Inviting = { invite: ReturnType<typeof useInvite> }

const inviteFields: FormField[] = [
  {
    name: 'role',
    label: 'Role',
    kind: 'choice',
    of: roles.map((role) => [role, roleLabels[role]] as const),
    value: 'editor',
  },
  {
    name: 'email',
    label: 'Email address',
    kind: 'email',
    hint: 'They get a link to choose a name and a password. It works once, for seven days.',
    example: 'colleague@example.com',
  },
]

/** Whom to invite, and as what. */
export function InviteForm({ invite }: Inviting) {
  return (
    <>
      <h3>Invite someone</h3>
      <FieldForm
        fields={inviteFields}
        prefix="invited-"
        button="Invite"
        busy="Inviting…"
        save={(typed) => invite.mutateAsync(typed)}
      />
    </>
  )
}

/** An invitation that nobody has accepted yet, with its link where no mail server took it. */
export function InvitationRow(props: Inviting & Invitation) {
  const { invite, id, email, role, invitedBy, expiresAt, isExpired } = props
  const { mutate: withdraw } = useChange(api.withdrawInvitation, {
    send: () => ({ params: { invitationId: id } }),
    success: 'The invitation was withdrawn',
    failure: 'Failed to withdraw the invitation',
  })
  // In the form the reason stands at the field: here there is none.
  const onError = (error: Error) =>
    tellFailure(error, reasonOf(error) ?? 'Failed to send the invitation')
  return (
    <OfficeRow
      title={<bdi>{email}</bdi>}
      about={
        <>
          <p className="small muted">
            Invited by <bdi>{invitedBy}</bdi> as an {roleLabels[role].toLowerCase()}.{' '}
            {isExpired ? (
              'The link has expired.'
            ) : (
              <>
                The link expires <Time at={expiresAt} show={untilText} />
              </>
            )}
          </p>
          {invite.data?.id === id && (
            <SentLink {...invite.data}>
              Anyone who has it can use it, once, within seven days.
            </SentLink>
          )}
        </>
      }
      mark="Invited"
      isOff={isExpired}
    >
      <Button
        about={`to ${email}`}
        isBusy={invite.isPending}
        onPress={() => invite.mutate({ email, role }, { onError })}
      >
        Send again
      </Button>
      <RemoveButton
        verb="Withdraw"
        subject={email}
        question="Withdraw this invitation?"
        consequence="The link they were sent stops working."
        onRemove={() => withdraw()}
      />
    </OfficeRow>
  )
}
