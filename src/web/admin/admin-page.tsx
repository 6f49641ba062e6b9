import type { ComponentType } from 'react'
import { useLocation } from 'wouter'
import { adminPaths } from '#/contracts/routes.ts'
import { SetupPage } from './accounts/setup-page.tsx'
import { SignInPage } from './accounts/sign-in-page.tsx'
import { FormFillsPage } from './leads/form-fills-page.tsx'
import { UnknownPage } from './shell/unknown-page.tsx'

const pages: Record<string, ComponentType> = {
  [adminPaths.signIn]: SignInPage,
  [adminPaths.setup]: SetupPage,
  [adminPaths.leads]: FormFillsPage,
}

/** The back office: the page of its path. */
export default function AdminPage() {
  const [path] = useLocation()
  const Page = pages[path] ?? UnknownPage
  return <Page />
}
