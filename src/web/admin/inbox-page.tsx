import { type ComponentType, lazy } from 'react'
import { Link } from 'wouter'
import { navigate, useSearch } from 'wouter/use-browser-location'
import { adminPaths } from '#/contracts/routes.ts'
import { hasStatus } from '../request.ts'
import { type Tab, Tabs } from '../ui/tabs.tsx'
import { LeadErasure } from './leads/erase-data.tsx'
import { LeadSubmissions } from './leads/list/inbox.tsx'
import { ListKeys } from './leads/list/list-keys-help.tsx'
import { useOpenList } from './leads/list/use-inbox-view.ts'
import { LeadStatCards, LiveStatus } from './leads/overview/lead-stat-cards.tsx'
import {
  LeadAttribution,
  LeadConsent,
  LeadHistory,
  VisitorAdditions,
} from './leads/panel/lead-facts.tsx'
import { NewRequest } from './leads/panel/lead-form.tsx'
import { LeadNotes } from './leads/panel/lead-notes.tsx'
import type { PanelSections } from './leads/panel/lead-panel.tsx'
import { RelatedLeads } from './leads/panel/related-leads.tsx'
import { useLive } from './leads/use-live.ts'
import { Needs } from './needs/needs.tsx'
import { LeadDeliveries } from './notifications/lead-deliveries.tsx'
import { LeadReferral } from './referrals/lead-referral.tsx'
import { LeadRating } from './referrals/rating-facts.tsx'
import { WhoFits } from './referrals/who-fits.tsx'
import { LoadedPart } from './shell/page-parts.tsx'

/** The sections of a lead's panel, from top to bottom: what each feature shows of it. */
const panelSections: PanelSections = {
  additions: VisitorAdditions,
  notes: LeadNotes,
  contractors: WhoFits,
  referral: LeadReferral,
  rating: LeadRating,
  related: RelatedLeads,
  history: LeadHistory,
  deliveries: LeadDeliveries,
  attribution: LeadAttribution,
  consent: LeadConsent,
  erasure: LeadErasure,
}

/** The panel of a tab whose code is loaded when it is opened. */
function loaded(load: () => Promise<{ default: ComponentType }>): ComponentType {
  const Panel = lazy(load)
  return () => (
    <LoadedPart>
      <Panel />
    </LoadedPart>
  )
}

const tabs: [Tab, ...Tab[]] = [
  {
    id: 'leads',
    label: 'Lead Submissions',
    Panel: () => <LeadSubmissions sections={panelSections} />,
  },
  {
    id: 'notifications',
    label: 'Email Notifications',
    Panel: loaded(() => import('./notifications/notifications-tab.tsx')),
  },
  {
    id: 'lead-source',
    label: 'Lead Source Message',
    Panel: loaded(() => import('./notifications/lead-source-message.tsx')),
  },
]

/**
 * The owner's page: the inbox, its overview and settings, and who is notified of new leads. It puts
 * together what several features show. The server decides who may read leads.
 */
export function InboxPage() {
  if (hasStatus(useOpenList().query.error, 403)) return <NeedsAdmin />
  return <Sections />
}

function Sections() {
  const [tabId, openTab] = useOpenTab()
  const liveState = useLive()
  const stats = useOpenList().counts?.stats
  return (
    <>
      <div className="column tight overview">
        <div className="office-tools">
          <LiveStatus state={liveState} />
          <NewRequest />
          <ListKeys />
        </div>
        <LeadStatCards />
        <Needs hasLeads={stats?.total !== 0} />
      </div>
      <Tabs tabs={tabs} label="Form Fills Management" chosenId={tabId} onChoose={openTab} />
    </>
  )
}

/** The tab that is open, kept in the address: a reload shows it again, and back the one before. */
function useOpenTab() {
  const tabId = new URLSearchParams(useSearch()).get('tab') ?? tabs[0].id
  function open(id: string) {
    const params = new URLSearchParams(location.search)
    params.set('tab', id)
    navigate(`${location.pathname}?${params}`)
  }
  return [tabId, open] as const
}

function NeedsAdmin() {
  return (
    <div className="empty" role="alert">
      <h2>This page needs an admin account</h2>
      <p>Ask an admin for access, or sign out and sign in with another account.</p>
      <Link className="btn" href={adminPaths.pages}>
        Edit what search engines see
      </Link>
    </div>
  )
}
