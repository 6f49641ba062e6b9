import type { Webhook } from '#/contracts/notifications/webhooks.ts'
import { Icon } from '../../../ui/icon.tsx'
import { refusalOf } from '../../shell/request-errors.ts'
import { TargetRow } from '../target-row.tsx'
import { useTestWebhook } from './use-webhooks.ts'

type WebhookRowProps = {
  webhook: Webhook
  onSwitch: (isActive: boolean) => void
  onRemove: () => void
}

/** A webhook with a button that tests it, and the outcome of the last test. */
export function WebhookRow({
  webhook: { id, url, isActive },
  onSwitch,
  onRemove,
}: WebhookRowProps) {
  const test = useTestWebhook(id)
  return (
    <TargetRow
      address={url}
      isActive={isActive}
      onSwitch={onSwitch}
      removal={{
        question: 'Remove this webhook?',
        consequence: 'It is no longer called, and its signing secret is deleted.',
        onRemove,
      }}
      actions={
        <button
          className="row-button"
          type="button"
          onClick={() => {
            if (!test.isPending) test.mutate()
          }}
        >
          {test.isPending ? 'Testing…' : 'Send test'}
          <span className="hidden-text"> to {url}</span>
        </button>
      }
    >
      <div className="target-outcome" role="status">
        {!test.isPending && <TestOutcome {...test} />}
      </div>
    </TargetRow>
  )
}

type TestOutcomeProps = Pick<ReturnType<typeof useTestWebhook>, 'data' | 'error'>

function TestOutcome({ data, error }: TestOutcomeProps) {
  if (error) return <p className="problem">{refusalOf(error, 'url')}</p>
  if (!data) return null
  const { ok, problem, answer } = data.data
  if (ok) {
    return (
      <p className="target-ok">
        <Icon name="badge-check" /> The test was accepted{answer ? ': ' : '.'}
        {answer && <code>{answer}</code>}
      </p>
    )
  }
  return (
    <p className="problem">
      {problem ?? 'The test was not accepted.'} {answer && <code>{answer}</code>}
    </p>
  )
}
