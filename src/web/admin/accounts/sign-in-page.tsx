import { useHistoryState } from 'wouter/use-browser-location'
import { apiPaths } from '#/contracts/routes.ts'
import { AdminHead } from '../shell/admin-head.tsx'
import { Card } from '../shell/card.tsx'
import { readSignInNote } from '../shell/sign-in-note.ts'
import { AccountForm } from './account-form.tsx'

/** Signs a person in. */
export function SignInPage() {
  const note = readSignInNote(useHistoryState())
  return (
    <Card heading="Sign in">
      <AdminHead title="Sign in" />
      {note && <p role="status">Your session has ended. Please sign in again.</p>}
      <AccountForm
        path={apiPaths.signIn}
        passwordKind="current-password"
        button="Sign in"
        sending="Signing in…"
      />
    </Card>
  )
}
