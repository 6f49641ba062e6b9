import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import { api } from '#/contracts/endpoints/api.ts'
import type { Role } from '#/contracts/limits.ts'
import { adminPaths, signInPath } from '#/contracts/routes.ts'
import { pagePaths } from '#/contracts/site-routes.ts'
import { forgetStored } from '../../browser-storage.ts'
import { hasCode, hasStatus } from '../../request.ts'
import { Icon } from '../../ui/icon.tsx'
import { startTooltips } from '../../ui/tooltips.ts'
import { useHasStarted } from '../../use-has-started.ts'
import { keepForms } from './kept-forms.ts'
import { AdminHead, Brand, LoadedPart, NeedsScript } from './page-parts.tsx'
import { ProofDialog } from './proof-dialog.tsx'
import { Loading } from './query-states.tsx'
import { createQueryClient, useChange, useData } from './use-api.ts'

/** A page of the back office as its menu names it, who may use it, and beside which others it stands. */
export type Place = {
  path: string
  label: string
  roles: readonly Role[]
  group: 'daily' | 'often' | 'seldom' | 'own'
}

/** The state of the history's entry where the sign-in page was reached because a session had ended. */
export const sessionHasEnded = 'session has ended'

type BackOfficeProps = {
  title: string
  places: readonly Place[]
  children: ReactNode
}

/**
 * The frame of every page that needs a session. It owns the cache of answers, so that leaving for the
 * sign-in page deletes what was fetched.
 */
export function BackOffice({ title, places, children }: BackOfficeProps) {
  const hasStarted = useHasStarted()
  const [client] = useState(() => createQueryClient(leaveIfNeeded))
  const heading = useArrival()
  useEffect(startTooltips, [])
  return (
    <QueryClientProvider client={client}>
      <AdminHead title={title} />
      <a className="btn skip" href="#main">
        Skip to content
      </a>
      <header className="office-header">
        <div className="row office-header-row">
          <Brand />
          <Menu places={places} />
        </div>
      </header>
      <main id="main" className="office">
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        <NeedsScript />
        {/* Not in the server's document: a click before React has started would be lost. */}
        {hasStarted ? <LoadedPart key={title}>{children}</LoadedPart> : <Loading />}
      </main>
      <ProofDialog />
    </QueryClientProvider>
  )
}

/**
 * For the heading of the page: it has the focus where another page was opened, as after a load, which a
 * screen reader then reads. A page that was opened by a link begins at its top; the browser's buttons lead
 * to where it was left.
 */
function useArrival() {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    let path = location.pathname
    const arrive = ({ type }: Event) => {
      if (location.pathname === path) return
      path = location.pathname
      // The page is there once those who were told of this event too have rendered it.
      setTimeout(() => heading.current?.focus({ preventScroll: true }))
      if (type === 'pushState') scrollTo(0, 0)
    }
    const types = ['pushState', 'replaceState', 'popstate']
    for (const type of types) addEventListener(type, arrive)
    return () => types.forEach((type) => void removeEventListener(type, arrive))
  }, [])
  return heading
}

/**
 * Leaves the page where the server says that the session has ended, or that a second factor must be
 * set up first. Both pages lead back here.
 */
function leaveIfNeeded(error: Error): void {
  const here = location.pathname + location.search
  // On the sign-in page the person has signed out while a call was under way.
  if (hasStatus(error, 401) && location.pathname !== adminPaths.signIn) {
    keepForms()
    navigate(signInPath(here), { replace: true, state: sessionHasEnded })
  }
  if (hasCode(error, 'second_factor_needed') && location.pathname !== adminPaths.account) {
    navigate(`${adminPaths.account}?next=${encodeURIComponent(here)}`, { replace: true })
  }
}

const moreId = 'more-places'

/**
 * The pages of the back office that the user may use, and the account. Where there is room all of them
 * stand at the side; elsewhere those of every day stand at the bottom, and a button opens the others.
 */
function Menu({ places }: { places: readonly Place[] }) {
  const [current] = useLocation()
  const user = useData(api.currentUser)
  const role = user.data?.role
  // Where it cannot be said who asks, all of them: the server refuses what is not theirs.
  const open = places.filter(({ roles }) => (role ? roles.includes(role) : user.isError))
  const linksOf = (group: Place['group']) =>
    open
      .filter((place) => place.group === group)
      .map(({ path, label }) => (
        <Link
          key={path}
          className="place"
          href={path}
          aria-current={path === current ? 'page' : undefined}
          onClick={() => document.getElementById(moreId)?.hidePopover()}
        >
          {label}
        </Link>
      ))
  return (
    <nav className="places" aria-label="Back office">
      {linksOf('daily')}
      <button className="place more-button" type="button" popoverTarget={moreId}>
        More
        <Icon name="chevron-down" />
      </button>
      <div className="more-menu box" id={moreId} popover="auto">
        <div className="places-group">{linksOf('often')}</div>
        <div className="places-group">{linksOf('seldom')}</div>
        <div className="places-group">
          {user.data && (
            <p className="by signed-in">
              Signed in as <bdi>{user.data.name}</bdi>
            </p>
          )}
          {linksOf('own')}
          <a className="place" href={pagePaths.home}>
            View site
            <Icon name="external-link" />
          </a>
          <SignOut />
        </div>
      </div>
    </nav>
  )
}

function SignOut() {
  const signOut = useChange(api.signOut, {
    refetches: [],
    failure: 'Failed to sign out',
    onAnswer: () => navigate(adminPaths.signIn, { replace: true }),
  })
  return (
    <button
      className="place"
      type="button"
      disabled={signOut.isPending}
      onClick={() => {
        // The answer has the browser do that, but there may be none: the next person at the machine
        // must find nothing.
        forgetStored()
        signOut.mutate()
      }}
    >
      Sign out
    </button>
  )
}
