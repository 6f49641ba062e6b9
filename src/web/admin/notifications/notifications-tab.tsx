import { MailServer } from './mail-server.tsx'
import { NewsMails, VisitorMails } from './news-mails.tsx'
import { Recipients } from './targets.tsx'
import { Webhooks } from './webhooks.tsx'

/** The tab with who is told of requests, by which mails, and through which mail server. */
export default function NotificationsTab() {
  return (
    <div className="columns">
      <div className="column">
        <Recipients />
        <Webhooks />
        <NewsMails />
      </div>
      <div className="column">
        <MailServer />
        <VisitorMails />
      </div>
    </div>
  )
}
