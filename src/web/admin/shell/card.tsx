import type { ReactNode } from 'react'
import { pagePaths } from '#/contracts/routes.ts'
import { Brand } from './brand.tsx'
import { NeedsScript } from './needs-script.tsx'

/** A page of the back office that is one small card: signing in, setting up. */
export function Card({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <div className="card-page">
      <main id="main" className="account-card">
        <a className="brand-link" href={pagePaths.home}>
          <Brand />
        </a>
        <h1>{heading}</h1>
        <NeedsScript />
        {children}
      </main>
    </div>
  )
}
