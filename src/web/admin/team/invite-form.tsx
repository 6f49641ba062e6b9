import { type SubmitEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Invited } from '#/contracts/accounts/team.ts'
import { type Role, roles } from '#/contracts/limits.ts'
import { controlProps, Field, type FieldFrame } from '../../ui/fields.tsx'
import { CopyField } from '../shell/copy-field.tsx'
import { refusalOf } from '../shell/request-errors.ts'
import { roleLabels } from './role-labels.ts'
import type { useInvite } from './use-team.ts'

/** Whom to invite, and as what. A refused address stays, with the reason below it. */
export function InviteForm({ invite }: { invite: ReturnType<typeof useInvite> }) {
  const [problem, setProblem] = useState<string>()
  const email: FieldFrame = { name: 'invited', label: 'Email address', problem }
  const role: FieldFrame = { name: 'role', label: 'As' }
  const input = useRef<HTMLInputElement>(null)

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (invite.isPending) return
    const form = event.currentTarget
    const typed = new FormData(form)
    setProblem(undefined)
    try {
      await invite.mutateAsync({
        email: String(typed.get('invited')),
        role: typed.get('role') as Role,
      })
      form.reset()
    } catch (error) {
      // Rendered before the focus moves, so that a screen reader says what is wrong.
      flushSync(() => setProblem(refusalOf(error, 'email')))
    }
    input.current?.focus()
  }

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
