import { type MailSecurity, mailSecurities } from '#/contracts/limits.ts'
import type { MailSetup } from '#/contracts/notifications/mail-setup.ts'
import { apiPaths } from '#/contracts/routes.ts'
import { InputField, SelectField } from '../../ui/fields.tsx'
import { OfficePart, PartForm } from '../shell/part-form.tsx'
import { Loading, QueryFailure } from '../shell/query-states.tsx'
import { useChange, useServerData } from '../shell/server-data.ts'
import { TestMail } from './test-mail.tsx'
import { deliveryPaths } from './use-deliveries.ts'

const securityLabels: Record<MailSecurity, string> = {
  starttls: 'Encrypted: STARTTLS, port 587',
  tls: 'Encrypted: TLS, port 465',
  none: 'Not encrypted, on this machine',
}

const fields = ['host', 'port', 'security', 'user', 'password', 'fromName', 'fromAddress'] as const

/** The mail server through which all email leaves, with a test. */
export function MailServer() {
  return (
    <OfficePart heading="Mail server">
      <MailServerSetup />
      <TestMail name="test-mail" />
    </OfficePart>
  )
}

/** The form for the mail server, or what the machine says of it. */
export function MailServerSetup() {
  const query = useServerData<MailSetup>(apiPaths.mailSetup)
  const save = useChange<Record<string, string>, { data: MailSetup }>({
    call: (body) => ({ method: 'PUT', path: apiPaths.mailSetup, body }),
    success: 'The mail server was saved',
    answers: apiPaths.mailSetup,
    refetches: [apiPaths.firstSteps, ...deliveryPaths],
  })
  const { data } = query
  if (query.isPending) return <Loading />
  if (!data) return <QueryFailure query={query} text="Failed to fetch the mail server" />
  if (data.setBy === 'machine') {
    return (
      <p className="office-about">
        Set by the machine: <bdi>{data.host}</bdi>, port {data.port}, from{' '}
        <bdi>{data.fromAddress}</bdi>. Whoever runs the machine can change it.
      </p>
    )
  }
  return (
    <>
      <p className="office-about">
        {data.setBy === 'nobody'
          ? 'None yet, so no email leaves. Your email provider tells you these; many call it SMTP.'
          : 'All email leaves through it. A change counts from the next email on.'}
      </p>
      <PartForm
        fields={fields}
        prefix="mail-"
        button="Save"
        busy="Saving…"
        onSend={save.mutateAsync}
      >
        {(problems) => <MailServerFields setup={data} problems={problems} />}
      </PartForm>
    </>
  )
}

type FieldsProps = { setup: MailSetup; problems: Partial<Record<string, string>> }

function MailServerFields({ setup, problems }: FieldsProps) {
  const frame = (name: (typeof fields)[number], label: string, hint?: string) => ({
    name: `mail-${name}`,
    label,
    problem: problems[name],
    ...(hint && { hint }),
  })
  const plain = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const
  return (
    <div className="mail-server-fields">
      <InputField
        frame={frame('host', 'Server')}
        {...plain}
        defaultValue={setup.host}
        placeholder="smtp.example.com"
      />
      <InputField
        frame={frame('port', 'Port')}
        {...plain}
        inputMode="numeric"
        defaultValue={String(setup.port)}
      />
      <SelectField
        frame={frame('security', 'Connection')}
        defaultValue={setup.security}
        of={mailSecurities.map((each) => [each, securityLabels[each]])}
      />
      <InputField frame={frame('user', 'User name')} {...plain} defaultValue={setup.user} />
      <InputField
        frame={frame(
          'password',
          'Password',
          `${setup.hasPassword ? 'One is stored. Leave this empty to keep it. ' : ''}Anyone with a copy of the database or a backup can read it, so use one made for this site.`,
        )}
        type="password"
        autoComplete="new-password"
      />
      <InputField
        frame={frame('fromName', 'Sender’s name', 'What people see as the sender.')}
        autoComplete="off"
        defaultValue={setup.fromName}
      />
      <InputField
        frame={frame(
          'fromAddress',
          'Sender’s address',
          'One that this server may send for; answers go there.',
        )}
        {...plain}
        inputMode="email"
        defaultValue={setup.fromAddress}
      />
    </div>
  )
}
