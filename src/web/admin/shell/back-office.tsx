import { QueryClientProvider, useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import type { User } from '#/contracts/accounts.ts'
import { adminPaths, apiPaths, pagePaths } from '#/contracts/routes.ts'
import { request } from '../../request.ts'
import { Icon } from '../../ui/icon.tsx'
import { showToast } from '../../ui/show-toast.ts'
import { useHasStarted } from '../../use-has-started.ts'
import { useSite } from '../../words.ts'
import { AdminHead, Brand, NeedsScript } from './page-parts.tsx'
import { createQueryClient } from './query-client.ts'
import { useServerData } from './server-data.ts'
import { leaveForSignIn } from './session-ended.ts'

/**
 * The frame of every page that needs someone signed in. It owns the cache of answers, so that
 * leaving for the sign-in page deletes what was fetched.
 */
export function BackOffice({ title, children }: { title: string; children: ReactNode }) {
  const { apiBaseUrl } = useSite()
  const hasStarted = useHasStarted()
  const [client] = useState(() => createQueryClient({ apiBaseUrl, onSignedOut: leaveForSignIn }))
  return (
    <QueryClientProvider client={client}>
      <AdminHead title={title} />
      <Header />
      <main id="main" className="office">
        <h1>{title}</h1>
        <NeedsScript />
        {/* Not in the server's document: a click before React has started would be lost. */}
        {hasStarted ? children : <p role="status">Loading...</p>}
      </main>
    </QueryClientProvider>
  )
}

function Header() {
  const user = useCurrentUser()
  const signOut = useSignOut()
  return (
    <header className="office-header">
      <div className="office-header-row">
        <Brand />
        <p className="signed-in">
          {user.data && (
            <>
              <span className="signed-in-label">Signed in as </span>
              <bdi>{user.data.email}</bdi>
            </>
          )}
        </p>
        <a className="header-action view-site" href={pagePaths.home}>
          <span>View site</span>
          <Icon name="external-link" />
        </a>
        <button
          className="header-action"
          type="button"
          disabled={signOut.isPending}
          onClick={() => signOut.mutate()}
        >
          Sign out
        </button>
      </div>
    </header>
  )
}

/** The user who is signed in. */
export function useCurrentUser() {
  return useServerData<User>(apiPaths.currentUser)
}

function useSignOut() {
  const { apiBaseUrl } = useSite()
  return useMutation({
    mutationFn: () => request('POST', apiPaths.signOut, { apiBaseUrl }),
    onSuccess: () => navigate(adminPaths.signIn, { replace: true }),
    onError: () => showToast({ title: 'Error', text: 'Failed to sign out', tone: 'destructive' }),
  })
}
