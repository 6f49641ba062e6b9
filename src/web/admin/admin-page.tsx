import { type ComponentType, useContext } from 'react'
import { Router, useLocation } from 'wouter'
import type { Role } from '#/contracts/limits.ts'
import { adminPaths } from '#/contracts/routes.ts'
import { PathContext } from '../page-context.ts'
import { ForgotPasswordPage } from './accounts/forgot-password-page.tsx'
import {
  ConfirmEmailPage,
  InvitationPage,
  NewPasswordPage,
  SetupPage,
} from './accounts/link-pages.tsx'
import { MyAccountPage } from './accounts/my-account-page.tsx'
import { SignInPage } from './accounts/sign-in-page.tsx'
import { AuditPage } from './audit/audit-page.tsx'
import { ContractorsPage } from './contractors/contractors-page.tsx'
import { InboxPage } from './inbox-page.tsx'
import { MoneyPage } from './money/money-page.tsx'
import { PagesPage } from './pages/pages-page.tsx'
import { ResultsPage } from './results-page.tsx'
import { SettingsPage } from './settings/settings-page.tsx'
import { BackOffice, type Place } from './shell/back-office.tsx'
import { Card } from './shell/page-parts.tsx'
import { TeamPage } from './team/team-page.tsx'

/** For those who are not signed in. */
const cards: Record<string, ComponentType> = {
  [adminPaths.signIn]: SignInPage,
  [adminPaths.setup]: SetupPage,
  [adminPaths.invitation]: InvitationPage,
  [adminPaths.forgotPassword]: ForgotPasswordPage,
  [adminPaths.newPassword]: NewPasswordPage,
  [adminPaths.confirmEmail]: ConfirmEmailPage,
}

/** For those who are, in the order of the menu: first what a working day needs. */
const offices: (Place & { title: string; Page: ComponentType })[] = [
  {
    ...office(adminPaths.leads, 'Form Fills Management', InboxPage),
    label: 'Requests',
    isDaily: true,
  },
  { ...office(adminPaths.contractors, 'Contractors', ContractorsPage), isDaily: true },
  { ...office(adminPaths.results, 'Results', ResultsPage), isDaily: true },
  office(adminPaths.money, 'Money', MoneyPage),
  { ...office(adminPaths.pages, 'Page Metadata', PagesPage), roles: ['admin', 'editor'] },
  office(adminPaths.team, 'Team', TeamPage),
  office(adminPaths.audit, 'Audit Log', AuditPage),
  office(adminPaths.settings, 'Settings', SettingsPage),
  { ...office(adminPaths.account, 'My account', MyAccountPage), roles: ['admin', 'editor'] },
]

/** A page of the office for admins, which the menu calls as its heading does. */
function office(path: string, title: string, Page: ComponentType) {
  return { path, label: title, title, roles: ['admin'] as Role[], isDaily: false, Page }
}

const wide: readonly string[] = [adminPaths.leads, adminPaths.contractors]

/** A page of the office has a frame that stays from page to page. */
function CurrentPage() {
  const [path] = useLocation()
  const current = offices.find((each) => each.path === path)
  if (current) {
    return (
      <BackOffice title={current.title} places={offices} isWide={wide.includes(path)}>
        <current.Page />
      </BackOffice>
    )
  }
  const Page = cards[path] ?? UnknownPage
  return <Page />
}

/** The back office: the page of its path. */
export default function AdminPage() {
  return (
    <Router ssrPath={useContext(PathContext)}>
      <CurrentPage />
    </Router>
  )
}

function UnknownPage() {
  return (
    <Card heading="Nothing here">
      <p>The back office has no page at this address.</p>
      <p>
        <a href={adminPaths.leads}>Go to Form Fills Management</a>
      </p>
    </Card>
  )
}
