import { useHistoryState } from 'wouter/use-browser-location'
import { apiPaths } from '#/contracts/routes.ts'
import { useHasStarted } from '../../use-has-started.ts'
import { Card } from '../shell/page-parts.tsx'
import { hasSessionEnded } from '../shell/session-ended.ts'
import { AccountForm } from './account-form.tsx'

/** The sign-in page, which says so if it was opened because a session had ended. */
export function SignInPage() {
  const hasEnded = hasSessionEnded(useHistoryState())
  const lacksCookies = useHasStarted() && !navigator.cookieEnabled
  return (
    <Card heading="Sign in">
      {lacksCookies && (
        <p className="problem" role="alert">
          This browser does not accept cookies, and nobody can stay signed in without one. Please
          allow cookies for this site.
        </p>
      )}
      {hasEnded && !lacksCookies && (
        <p role="status">Your session has ended. Please sign in again.</p>
      )}
      <AccountForm path={apiPaths.signIn} button="Sign in" sending="Signing in…" />
    </Card>
  )
}
