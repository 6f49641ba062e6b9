import { useQueryClient } from '@tanstack/react-query'
import { navigate, useSearch } from 'wouter/use-browser-location'
import { adminPaths } from '#/contracts/routes.ts'
import { type Tab, Tabs } from '../../ui/tabs.tsx'
import { Findings } from '../findings/findings.tsx'
import { FirstSteps } from '../first-steps/first-steps.tsx'
import { DeliveryBanner, NobodyTold } from '../notifications/delivery-banner.tsx'
import { LeadSourceMessage } from '../notifications/lead-source-message.tsx'
import { Recipients } from '../notifications/recipients.tsx'
import { VisitorMails } from '../notifications/visitor-mails.tsx'
import { Webhooks } from '../notifications/webhooks.tsx'
import { useCurrentUser } from '../shell/back-office.tsx'
import { hasStatus } from '../shell/request-errors.ts'
import { LeadSubmissions } from './list/inbox.tsx'
import { useAlerts } from './live/alerts.ts'
import { LiveStatus } from './live/live-status.tsx'
import { useAskBeforeLeaving } from './live/use-lead-status.ts'
import { useLive } from './live/use-live.ts'
import { DailyLeads } from './overview/daily-leads.tsx'
import { LeadStatCards } from './overview/lead-stat-cards.tsx'
import { Notices } from './overview/notices.tsx'
import { forgetDraftsOfErased } from './panel/note-drafts.ts'
import { InboxSettings } from './settings/inbox-settings.tsx'
import { RetentionBanner } from './settings/retention-banner.tsx'
import { useLeadStats } from './use-inbox-counts.ts'

/** The page's heading. */
export const inboxTitle = 'Form Fills Management'

const tabs: [Tab, ...Tab[]] = [
  { id: 'leads', label: 'Lead Submissions', Panel: LeadSubmissions },
  { id: 'notifications', label: 'Email Notifications', Panel: Notifications },
  { id: 'lead-source', label: 'Lead Source Message', Panel: LeadSourceMessage },
]

/**
 * The owner's page: the inbox, its overview and settings, and who is notified of new leads. The
 * server decides who may read leads; the counts are the first thing that is fetched.
 */
export function InboxPage() {
  const stats = useLeadStats()
  if (hasStatus(stats.error, 403)) return <NeedsAdmin />
  return <Sections />
}

function Sections() {
  const [tabId, openTab] = useOpenTab()
  const client = useQueryClient()
  const liveState = useLive(() => void forgetDraftsOfErased(client))
  useAlerts()
  useAskBeforeLeaving()
  const openNotifications = () => {
    openTab('notifications')
    document.getElementById('tab-notifications')?.focus()
  }
  return (
    <>
      <div className="overview">
        <div className="office-tools">
          <LiveStatus state={liveState} />
          <InboxSettings />
        </div>
        <LeadStatCards />
        <Notices>
          <Findings severity="bad" />
          <NobodyTold openNotifications={openNotifications} />
          <DeliveryBanner />
          <RetentionBanner />
          <Findings severity="warn" />
        </Notices>
        <FirstSteps openNotifications={openNotifications} />
        <DailyLeads />
      </div>
      <Tabs tabs={tabs} label={inboxTitle} chosenId={tabId} onChoose={openTab} />
    </>
  )
}

/** The tab that is open, kept in the address: a reload shows it again, and back the one before. */
function useOpenTab() {
  const tabId = new URLSearchParams(useSearch()).get('tab') ?? tabs[0].id
  function open(id: string) {
    const params = new URLSearchParams(location.search)
    if (id === tabs[0].id) params.delete('tab')
    else params.set('tab', id)
    const query = params.toString()
    navigate(query ? `${location.pathname}?${query}` : location.pathname)
  }
  return [tabId, open] as const
}

function Notifications() {
  return (
    <div className="notify">
      <Recipients />
      <Webhooks />
      <VisitorMails />
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
        <a className="btn" href={adminPaths.pages}>
          Edit what search engines see
        </a>
      )}
    </div>
  )
}
