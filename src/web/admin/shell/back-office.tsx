import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { adminPaths } from '#/contracts/routes.ts'
import { useSite } from '../../words.ts'
import { AdminHead } from './admin-head.tsx'
import { AdminHeader } from './admin-header.tsx'
import { NeedsScript } from './needs-script.tsx'
import { createQueryClient } from './query-client.ts'
import type { SignInNote } from './sign-in-note.ts'
import { useHasStarted } from './use-has-started.ts'

function askToSignIn() {
  const state: SignInNote = { hasSessionEnded: true }
  navigate(adminPaths.signIn, { replace: true, state })
}

/**
 * What every page stands in that needs someone signed in. What was fetched lives here, so leaving
 * for the sign-in page forgets it.
 */
export function BackOffice({ title, children }: { title: string; children: ReactNode }) {
  const { apiBaseUrl } = useSite()
  const hasStarted = useHasStarted()
  const [client] = useState(() => createQueryClient({ apiBaseUrl, onSignedOut: askToSignIn }))
  return (
    <QueryClientProvider client={client}>
      <AdminHead title={title} />
      <AdminHeader />
      <main id="main" className="office">
        <h1>{title}</h1>
        <NeedsScript />
        {/* Drawn only where it can be used: a click on what the server drew would be lost. */}
        {hasStarted ? children : <p role="status">Loading...</p>}
      </main>
    </QueryClientProvider>
  )
}
