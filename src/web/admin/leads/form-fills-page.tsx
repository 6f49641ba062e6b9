import { editorPath, pagePaths } from '#/contracts/routes.ts'
import { type Tab, Tabs } from '../../ui/tabs.tsx'
import { DeliveryBanner } from '../notifications/delivery-banner.tsx'
import { EmailNotifications } from '../notifications/email-notifications.tsx'
import { LeadSourceMessage } from '../notifications/lead-source-message.tsx'
import { BackOffice } from '../shell/back-office.tsx'
import { hasStatus } from '../shell/query-client.ts'
import { useCurrentUser } from '../shell/use-current-user.ts'
import { LeadSubmissions } from './list/inbox.tsx'
import { LiveSign } from './live/live-sign.tsx'
import { useAlerts } from './live/use-alerts.ts'
import { useLiveConnection } from './live/use-live.ts'
import { DailyRequests } from './overview/daily-requests.tsx'
import { LeadStatCards } from './overview/lead-stat-cards.tsx'
import { InboxSettings } from './settings/inbox-settings.tsx'
import { useLeadStats } from './use-inbox-counts.ts'

const title = 'Form Fills Management'

const tabs: [Tab, ...Tab[]] = [
  { id: 'leads', label: 'Lead Submissions', Panel: LeadSubmissions },
  { id: 'notifications', label: 'Email Notifications', Panel: EmailNotifications },
  { id: 'lead-source', label: 'Lead Source Message', Panel: LeadSourceMessage },
]

/** The owner's page: the requests that visitors sent, and what became of them. */
export function FormFillsPage() {
  return (
    <BackOffice title={title}>
      <FormFills />
    </BackOffice>
  )
}

function FormFills() {
  const stats = useLeadStats()
  if (hasStatus(stats.error, 403)) return <NeedsAdmin />
  return <Office />
}

function Office() {
  useLiveConnection()
  useAlerts()
  return (
    <>
      <div className="office-tools">
        <LiveSign />
        <InboxSettings />
      </div>
      <LeadStatCards />
      <DeliveryBanner />
      <DailyRequests />
      <Tabs tabs={tabs} label={title} />
    </>
  )
}

function NeedsAdmin() {
  const user = useCurrentUser()
  return (
    <div className="empty" role="alert">
      <h2>This page needs an admin account</h2>
      <p>
        {user.data ? (
          <>
            You are signed in as <bdi>{user.data.email}</bdi>, which is an {user.data.role} account.
          </>
        ) : (
          'Your account is not an admin account.'
        )}{' '}
        Ask an admin for access, or sign out and sign in with another account.
      </p>
      {user.data?.role === 'editor' && (
        <a className="btn" href={editorPath(pagePaths.home)}>
          Edit what search engines see
        </a>
      )}
    </div>
  )
}
