import { type ComponentType, useContext } from 'react'
import { Router, useLocation } from 'wouter'
import { adminPaths } from '#/contracts/routes.ts'
import { PathContext } from '../page-context.ts'
import { ForgotPasswordPage } from './accounts/forgot-password-page.tsx'
import {
  ConfirmEmailPage,
  InvitationPage,
  NewPasswordPage,
  SetupPage,
} from './accounts/link-pages.tsx'
import { SignInPage } from './accounts/sign-in-page.tsx'
import { AuditPage, auditTitle } from './audit/audit-page.tsx'
import { BackupsPage, backupsTitle } from './backups/backups-page.tsx'
import { ContractorsPage, contractorsTitle } from './contractors/contractors-page.tsx'
import { InboxPage, inboxTitle } from './inbox-page.tsx'
import { MyAccountPage, myAccountTitle } from './my-account/my-account-page.tsx'
import { PagesPage, pagesTitle } from './pages/pages-page.tsx'
import { ResultsPage, resultsTitle } from './results/results-page.tsx'
import { BackOffice } from './shell/back-office.tsx'
import { Card } from './shell/page-parts.tsx'
import { TeamPage, teamTitle } from './team/team-page.tsx'

/** For those who are not signed in. */
const cards: Record<string, ComponentType> = {
  [adminPaths.signIn]: SignInPage,
  [adminPaths.setup]: SetupPage,
  [adminPaths.invitation]: InvitationPage,
  [adminPaths.forgotPassword]: ForgotPasswordPage,
  [adminPaths.newPassword]: NewPasswordPage,
  [adminPaths.confirmEmail]: ConfirmEmailPage,
}

/** For those who are, in one frame that stays from page to page. */
const offices: Record<string, { title: string; Page: ComponentType }> = {
  [adminPaths.leads]: { title: inboxTitle, Page: InboxPage },
  [adminPaths.results]: { title: resultsTitle, Page: ResultsPage },
  [adminPaths.pages]: { title: pagesTitle, Page: PagesPage },
  [adminPaths.contractors]: { title: contractorsTitle, Page: ContractorsPage },
  [adminPaths.team]: { title: teamTitle, Page: TeamPage },
  [adminPaths.account]: { title: myAccountTitle, Page: MyAccountPage },
  [adminPaths.audit]: { title: auditTitle, Page: AuditPage },
  [adminPaths.backups]: { title: backupsTitle, Page: BackupsPage },
}

function CurrentPage() {
  const [path] = useLocation()
  const office = offices[path]
  if (office) {
    return (
      <BackOffice title={office.title}>
        <office.Page />
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
