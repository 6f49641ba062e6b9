import { api } from '#/contracts/endpoints/api.ts'
import { type MailSecurity, mailSecurities } from '#/contracts/limits.ts'
import type { MailSetup } from '#/contracts/settings/setting-types.ts'
import type { FormField } from '../../ui/form-fields.tsx'
import { FieldForm, SettingForm } from '../shell/field-form.tsx'
import { Sent } from '../shell/page-parts.tsx'
import { OfficePart } from '../shell/part-form.tsx'
import { useChange } from '../shell/use-api.ts'

const securityLabels: Record<MailSecurity, string> = {
  starttls: 'Encrypted: STARTTLS, port 587',
  tls: 'Encrypted: TLS, port 465',
  none: 'Not encrypted, on this server',
}

/** The mail server through which all email leaves, with a test. */
export function MailServer() {
  return (
    <OfficePart heading="Mail server">
      <SettingForm setting={api.mailSetup} prefix="mail-" grid="fields" fields={fieldsOf}>
        {({ setBy, host, port, fromAddress }) => (
          <p className="office-about">
            {setBy === 'machine' && (
              <>
                Set on the server: <bdi>{host}</bdi>, port {port}, from <bdi>{fromAddress}</bdi>.
                Ask your administrator to change it.
              </>
            )}
            {setBy === 'nobody' &&
              'There’s no mail server yet, so emails stay on this server. Your email provider has these details, often under SMTP.'}
            {setBy === 'office' &&
              'All email goes out through it. A change takes effect with the next email.'}
          </p>
        )}
      </SettingForm>
      <TestMail />
    </OfficePart>
  )
}

function fieldsOf(setup: MailSetup): FormField[] {
  if (setup.setBy === 'machine') return []
  const stored = setup.hasPassword ? 'A password is stored. Leave this empty to keep it. ' : ''
  return [
    {
      name: 'host',
      label: 'Server',
      kind: 'code',
      value: setup.host,
      example: 'smtp.example.com',
    },
    { name: 'port', label: 'Port', kind: 'number', value: setup.port },
    {
      name: 'security',
      label: 'Connection',
      wide: true,
      kind: 'choice',
      value: setup.security,
      of: mailSecurities.map((each) => [each, securityLabels[each]] as const),
    },
    { name: 'user', label: 'User name', kind: 'code', value: setup.user },
    {
      name: 'password',
      label: 'Password',
      kind: 'secret',
      hint: `${stored}Use a password made for this site: anyone with a copy of the database or a backup can read it.`,
    },
    {
      name: 'fromName',
      label: 'Sender’s name',
      value: setup.fromName,
      hint: 'What people see as the sender.',
    },
    {
      name: 'fromAddress',
      label: 'Sender’s address',
      kind: 'email',
      value: setup.fromAddress,
      hint: 'An address the mail server lets you send from. Replies go there.',
    },
  ]
}

const testField: FormField = {
  name: 'email',
  label: 'Send a test email to',
  kind: 'email',
  example: 'you@example.com',
}

/** Sends a test mail to an address, and says what the mail server answered. */
function TestMail() {
  const { mutateAsync, data, isPending } = useChange(api.testMail, {})
  return (
    <>
      <FieldForm
        fields={[testField]}
        prefix="test-"
        button="Send"
        busy="Sending…"
        leavesTyped
        save={({ email = '' }) => mutateAsync({ email: email.trim() })}
      />
      <div role="status">
        {data && !isPending && (
          <Sent {...data}>
            The mail server accepted it. Check that it arrived and isn’t in the spam folder.
          </Sent>
        )}
      </div>
    </>
  )
}
