import { useDeliverySummary } from './use-deliveries.ts'

/** Says how mails leave, or that they do not. */
export function MailMode() {
  const { data } = useDeliverySummary()
  if (!data) return null
  if (data.mode === 'smtp') {
    return <p className="notify-about">Mails leave through the mail server that SMTP_URL names.</p>
  }
  return (
    <p className="mail-mode-files">
      <strong>No mail leaves this server.</strong> Mails are kept as files in{' '}
      <code>{data.mailFolder}</code> because SMTP_URL is not set.
    </p>
  )
}
