import { api } from '#/contracts/endpoints/api.ts'
import type { TestMailResult } from '#/contracts/notifications/mails.ts'
import { Icon } from '../../ui/icon.tsx'
import { AddForm } from '../shell/part-form.tsx'
import { useChange } from '../shell/use-api.ts'

/** Sends a test mail to an address, and says what the mail server answered. */
export function TestMail() {
  const { mutateAsync, data, isPending } = useChange(api.testMail, {
    send: (email: string) => ({ body: { email } }),
    refetches: [api.needs.path],
  })
  return (
    <>
      <AddForm
        name="test-mail"
        label="Send a test email to"
        placeholder="you@example.com"
        inputMode="email"
        button="Send"
        busy="Sending…"
        onAdd={async (email) => (await mutateAsync(email)).outcome === 'sent'}
      />
      <div role="status">{data && !isPending && <Outcome {...data} />}</div>
    </>
  )
}

function Outcome({ outcome, problem, answer }: TestMailResult) {
  const words = answer && <code dir="auto">{answer}</code>
  switch (outcome) {
    case 'sent':
      return (
        <p className="row">
          <Icon name="badge-check" /> The mail server accepted it: {words} Check that it arrived,
          and not in the spam folder.
        </p>
      )
    case 'kept':
      return (
        <p className="problem">
          It was not sent, because no mail server is set up. It is kept on the server.
        </p>
      )
    case 'failed':
      return (
        <p className="problem">
          {problem} {words}
        </p>
      )
  }
}
