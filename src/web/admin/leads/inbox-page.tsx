import { useState } from 'react'
import { editorPath, pagePaths } from '#/contracts/routes.ts'
import { type Tab, Tabs } from '../../ui/tabs.tsx'
import { FirstSteps } from '../first-steps/first-steps.tsx'
import { DeliveryBanner } from '../notifications/deliveries/delivery-banner.tsx'
import { NobodyTold } from '../notifications/nobody-told.tsx'
import { LeadSourceMessage } from '../notifications/recipients/lead-source-message.tsx'
import { Recipients } from '../notifications/recipients/recipients.tsx'
import { Webhooks } from '../notifications/webhooks/webhooks.tsx'
import { BackOffice, useCurrentUser } from '../shell/back-office.tsx'
import { hasStatus } from '../shell/request-errors.ts'
import { LeadSubmissions } from './list/inbox.tsx'
import { useAlerts } from './live/alerts.ts'
import { LiveStatus } from './live/live-status.tsx'
import { useLiveConnection } from './live/use-live.ts'
import { DailyLeads } from './overview/daily-leads.tsx'
import { LeadStatCards } from './overview/lead-stat-cards.tsx'
import { InboxSettings } from './settings/inbox-settings.tsx'
import { useLeadStats } from './use-inbox-counts.ts'

const title = 'Form Fills Management'

const tabs: [Tab, ...Tab[]] = [
  { id: 'leads', label: 'Lead Submissions', Panel: LeadSubmissions },
  { id: 'notifications', label: 'Email Notifications', Panel: Notifications },
  { id: 'lead-source', label: 'Lead Source Message', Panel: LeadSourceMessage },
]

/** The owner's page: the inbox, its overview and settings, and who is notified of new leads. */
export function InboxPage() {
  return (
    <BackOffice title={title}>
      <ForAdmins />
    </BackOffice>
  )
}

/** The server decides who may read leads; the counts are the first thing that is fetched. */
function ForAdmins() {
  const stats = useLeadStats()
  if (hasStatus(stats.error, 403)) return <NeedsAdmin />
  return <Sections />
}

function Sections() {
  useLiveConnection()
  useAlerts()
  const [tabId, setTabId] = useState('leads')
  const openNotifications = () => {
    setTabId('notifications')
    document.getElementById('tab-notifications')?.focus()
  }
  return (
    <>
      <div className="office-tools">
        <LiveStatus />
        <InboxSettings />
      </div>
      <LeadStatCards />
      <NobodyTold openNotifications={openNotifications} />
      <DeliveryBanner />
      <FirstSteps openNotifications={openNotifications} />
      <DailyLeads />
      <Tabs tabs={tabs} label={title} chosenId={tabId} onChoose={setTabId} />
    </>
  )
}

function Notifications() {
  return (
    <div className="notify">
      <Recipients />
      <Webhooks />
    </div>
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
