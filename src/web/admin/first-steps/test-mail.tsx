import type { TestMailResult } from '#/contracts/health/first-steps.ts'
import { Icon } from '../../ui/icon.tsx'
import { AddForm } from '../notifications/add-form.tsx'
import { useTestMail } from './use-first-steps.ts'

/** Sends a test mail to an address, and says what the mail server answered. */
export function TestMail() {
  const test = useTestMail()
  return (
    <>
      <AddForm
        name="test-mail"
        label="Send a test email to"
        placeholder="you@example.com"
        inputMode="email"
        button="Send"
        busy="Sending…"
        onAdd={test.mutateAsync}
      />
      <div role="status">{test.data && !test.isPending && <Outcome {...test.data.data} />}</div>
    </>
  )
}

function Outcome({ outcome, problem, answer }: TestMailResult) {
  const words = answer && <code dir="auto">{answer}</code>
  switch (outcome) {
    case 'sent':
      return (
        <p className="target-ok">
          <Icon name="badge-check" /> The mail server accepted it: {words} Check that it arrived,
          and not in the spam folder.
        </p>
      )
    case 'kept':
      return (
        <p className="problem">
          It was not sent, because no mail server is set up. On the server it is {words}
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
