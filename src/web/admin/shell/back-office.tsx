import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import type { Role, User } from '#/contracts/accounts/accounts.ts'
import { adminPaths, apiPaths, pagePaths } from '#/contracts/routes.ts'
import { forgetStored } from '../../browser-storage.ts'
import { Icon } from '../../ui/icon.tsx'
import { useHasStarted } from '../../use-has-started.ts'
import { useSite } from '../../words.ts'
import { leaveIfNeeded } from './leave.ts'
import { AdminHead, Brand, NeedsScript } from './page-parts.tsx'
import { ProofDialog } from './proof-dialog.tsx'
import { createQueryClient } from './query-client.ts'
import { useChange, useServerData } from './server-data.ts'

/** A page of the back office as its menu names it, and who may use it. */
export type Place = { path: string; label: string; roles: readonly Role[] }

type BackOfficeProps = { title: string; places: readonly Place[]; children: ReactNode }

/**
 * The frame of every page that needs a session. It owns the cache of answers, so that leaving for the
 * sign-in page deletes what was fetched.
 */
export function BackOffice({ title, places, children }: BackOfficeProps) {
  const { apiBaseUrl } = useSite()
  const hasStarted = useHasStarted()
  const [client] = useState(() => createQueryClient(apiBaseUrl, leaveIfNeeded))
  return (
    <QueryClientProvider client={client}>
      <AdminHead title={title} />
      <Header places={places} />
      <main id="main" className="office">
        <h1>{title}</h1>
        <NeedsScript />
        {/* Not in the server's document: a click before React has started would be lost. */}
        {hasStarted ? children : <p role="status">Loading...</p>}
      </main>
      <ProofDialog />
    </QueryClientProvider>
  )
}

function Header({ places }: { places: readonly Place[] }) {
  const user = useCurrentUser()
  const signOut = useChange({
    call: () => ({ method: 'POST', path: apiPaths.signOut }),
    failure: 'Failed to sign out',
    onAnswer: () => navigate(adminPaths.signIn, { replace: true }),
  })
  return (
    <header className="office-header">
      <div className="office-header-row">
        <Brand />
        <Menu places={places} role={user.data?.role} />
        <p className="signed-in">
          {user.data && (
            <>
              <span className="hidden-text">Signed in as </span>
              <bdi>{user.data.name}</bdi>
            </>
          )}
        </p>
        <a className="header-action view-site" href={pagePaths.home} aria-label="View site">
          <span>View site</span>
          <Icon name="external-link" />
        </a>
        <button
          className="header-action"
          type="button"
          disabled={signOut.isPending}
          onClick={() => {
            // The answer has the browser do that, but there may be none: the next person at the
            // machine must find nothing.
            forgetStored()
            signOut.mutate()
          }}
        >
          Sign out
        </button>
      </div>
    </header>
  )
}

/** The pages of the back office that a role may use. Its room is there before the role is known. */
function Menu({ places, role }: { places: readonly Place[]; role: Role | undefined }) {
  const [current] = useLocation()
  const open = places.filter(({ roles }) => role && roles.includes(role))
  return (
    <nav className="places" aria-label="Back office">
      {open.map(({ path, label }) => (
        <Link
          key={path}
          className="header-action place"
          href={path}
          aria-current={path === current ? 'page' : undefined}
          onClick={() => scrollTo({ top: 0 })}
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}

/** The user who is signed in. */
export function useCurrentUser() {
  return useServerData<User>(apiPaths.currentUser)
}
