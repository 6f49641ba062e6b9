import { DeliveryBanner } from '../notifications/delivery-banner.tsx'
import { EmailNotifications } from '../notifications/email-notifications.tsx'
import { LeadSourceMessage } from '../notifications/lead-source-message.tsx'
import { BackOffice } from '../shell/back-office.tsx'
import { hasStatus } from '../shell/query-client.ts'
import { type Tab, Tabs } from '../shell/tabs.tsx'
import { useCurrentUser } from '../shell/use-current-user.ts'
import { LeadStatCards } from './lead-stat-cards.tsx'
import { LeadSubmissions } from './lead-submissions.tsx'
import { useLeads } from './use-leads.ts'

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
  const leads = useLeads()
  if (hasStatus(leads.error, 403)) return <NeedsAdmin />
  return (
    <>
      <LeadStatCards />
      <DeliveryBanner />
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
    </div>
  )
}
