import type { ComponentType } from 'react'
import { useLocation } from 'wouter'
import { adminPaths } from '#/contracts/routes.ts'
import { SetupPage } from './accounts/setup-page.tsx'
import { SignInPage } from './accounts/sign-in-page.tsx'
import { InboxPage } from './leads/inbox-page.tsx'
import { Card } from './shell/page-parts.tsx'

const pages: Record<string, ComponentType> = {
  [adminPaths.signIn]: SignInPage,
  [adminPaths.setup]: SetupPage,
  [adminPaths.leads]: InboxPage,
}

/** The back office: the page of its path. */
export default function AdminPage() {
  const [path] = useLocation()
  const Page = pages[path] ?? UnknownPage
  return <Page />
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
