import type { ReactNode } from 'react'
import { pagePaths } from '#/contracts/routes.ts'
import { Icon } from '../../ui/icon.tsx'
import { useSite } from '../../words.ts'

/** The document's title, and a tag that keeps the page out of search engines. */
export function AdminHead({ title }: { title: string }) {
  const { name } = useSite()
  return (
    <>
      <title>{`${title} | ${name}`}</title>
      <meta name="robots" content="noindex" />
    </>
  )
}

/** The logo and the site's name. */
export function Brand() {
  const { name } = useSite()
  return (
    <span className="brand">
      <Icon name="breeze" className="brand-sign" />
      <span>{name}</span>
    </span>
  )
}

/** For a browser that runs no scripts. */
export function NeedsScript() {
  return (
    <noscript>
      <p className="needs-script">The back office needs JavaScript. Please turn it on.</p>
    </noscript>
  )
}

type CardProps = {
  heading: string
  /** In the browser's tab, where it is not the heading. */
  title?: string
  children: ReactNode
}

/** A page of the back office that is one small card: signing in, setting up. */
export function Card({ heading, title = heading, children }: CardProps) {
  return (
    <div className="card-page">
      <AdminHead title={title} />
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
