import { Notice } from '../leads/overview/notices.tsx'
import { useTroubledDeliveries } from './use-deliveries.ts'

/** Says above the leads that no one is told of them, for as long as that is so. */
export function NobodyTold({ openNotifications }: { openNotifications: () => void }) {
  const summary = useTroubledDeliveries().data?.summary
  if (!summary || summary.activeWebhooks > 0) return <Notice />
  const { activeRecipients, mode } = summary
  if (activeRecipients > 0 && mode === 'smtp') return <Notice />
  return (
    <Notice>
      <p>
        <strong>No one is notified of new leads.</strong>{' '}
        {activeRecipients === 0
          ? 'They appear only here. '
          : 'No mail server is set up, so emails to your recipients stay on the server. '}
        <button className="text-button" type="button" onClick={openNotifications}>
          {activeRecipients === 0 ? 'Add someone to notify' : 'See who should be notified'}
        </button>
      </p>
    </Notice>
  )
}
