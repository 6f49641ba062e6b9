import { type ComponentType, lazy, useContext } from 'react'
import { Router, useLocation } from 'wouter'
import type { Role } from '#/contracts/limits.ts'
import { adminPaths } from '#/contracts/routes.ts'
import { PathContext } from '../page-context.ts'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import {
  ConfirmEmailPage,
  InvitationPage,
  NewPasswordPage,
  SetupPage,
} from './accounts/link-pages.tsx'
import { ForgotPasswordPage, SignInPage } from './accounts/sign-in-page.tsx'
import { InboxPage } from './inbox-page.tsx'
import { BackOffice, type Place } from './shell/back-office.tsx'
import { Card, PageFailure } from './shell/page-parts.tsx'

/** For those who are not signed in. */
const cards: Record<string, ComponentType> = {
  [adminPaths.signIn]: SignInPage,
  [adminPaths.setup]: SetupPage,
  [adminPaths.invitation]: InvitationPage,
  [adminPaths.forgotPassword]: ForgotPasswordPage,
  [adminPaths.newPassword]: NewPasswordPage,
  [adminPaths.confirmEmail]: ConfirmEmailPage,
}

/** Loaded when they are opened: only the list of requests is there at once. */
const ContractorsPage = lazy(() => import('./contractors/contractors-page.tsx'))
const ResultsPage = lazy(() => import('./results-page.tsx'))
const MoneyPage = lazy(() => import('./money/money-page.tsx'))
const PagesPage = lazy(() => import('./pages/pages-page.tsx'))
const TeamPage = lazy(() => import('./team/team-page.tsx'))
const AuditPage = lazy(() => import('./audit/audit-page.tsx'))
const SettingsPage = lazy(() => import('./settings-page.tsx'))
const MyAccountPage = lazy(() => import('./accounts/my-account-page.tsx'))

/** For those who are, in the order of the menu: first what a working day needs. */
const offices: (Place & { title: string; Page: ComponentType })[] = [
  { ...office('daily', adminPaths.leads, 'Form Fills Management', InboxPage), label: 'Requests' },
  office('daily', adminPaths.contractors, 'Contractors', ContractorsPage),
  office('daily', adminPaths.results, 'Results', ResultsPage),
  office('often', adminPaths.money, 'Money', MoneyPage),
  office('often', adminPaths.settings, 'Settings', SettingsPage),
  office('seldom', adminPaths.team, 'Team', TeamPage),
  office('seldom', adminPaths.audit, 'Audit log', AuditPage),
  {
    ...office('seldom', adminPaths.pages, 'Page metadata', PagesPage),
    roles: ['admin', 'editor'],
  },
  { ...office('own', adminPaths.account, 'My account', MyAccountPage), roles: ['admin', 'editor'] },
]

/** A page of the office for admins, which the menu calls as its heading does. */
function office(group: Place['group'], path: string, title: string, Page: ComponentType) {
  return { group, path, label: title, title, roles: ['admin'] as Role[], Page }
}

/** A page of the office has a frame that stays from page to page. */
function CurrentPage() {
  const [path] = useLocation()
  const current = offices.find((each) => each.path === path)
  if (current) {
    return (
      <BackOffice title={current.title} places={offices}>
        <current.Page />
      </BackOffice>
    )
  }
  const Page = cards[path] ?? UnknownPage
  return <Page />
}

function UnknownPage() {
  return (
    <Card heading="Nothing here">
      <p>The back office has no page at this address.</p>
      <ToRequests />
    </Card>
  )
}

function FailedPage() {
  return (
    <Card heading="Back office">
      <PageFailure />
      <ToRequests />
    </Card>
  )
}

function ToRequests() {
  return (
    <p>
      <a href={adminPaths.leads}>Go to Form Fills Management</a>
    </p>
  )
}

/** The back office: an application, whose first page the server renders. */
export function Office() {
  return (
    <ErrorBoundary fallback={<FailedPage />}>
      <Router ssrPath={useContext(PathContext)}>
        <CurrentPage />
      </Router>
    </ErrorBoundary>
  )
}
