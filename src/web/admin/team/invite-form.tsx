import { useRef } from 'react'
import type { Invited } from '#/contracts/accounts/team.ts'
import { type Role, roles } from '#/contracts/limits.ts'
import { controlProps, Field, type FieldFrame } from '../../ui/fields.tsx'
import { CopyField } from '../shell/copy-field.tsx'
import { useForm } from '../shell/use-form.ts'
import type { useInvite } from './use-team.ts'

/** What a role is called. */
export const roleLabels: Record<Role, string> = { admin: 'Admin', editor: 'Editor' }

/** Whom to invite, and as what. A refused address stays, with the reason below it. */
export function InviteForm({ invite }: { invite: ReturnType<typeof useInvite> }) {
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
export function InvitationOutcome({ outcome, problem, link }: Invited) {
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
