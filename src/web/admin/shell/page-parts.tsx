import { type ReactNode, useId, useRef, useState } from 'react'
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

type CopyFieldProps = {
  label: string
  value: string
  /** In a browser that does not let the page copy the value is selected, and this said. */
  selected: string
}

/** A value that is to be copied, and a button that does. */
export function CopyField({ label, value, selected }: CopyFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  const [outcome, setOutcome] = useState('')
  const id = useId()

  async function copy() {
    field.current?.select()
    try {
      await navigator.clipboard.writeText(value)
      setOutcome('Copied.')
    } catch {
      // Without HTTPS, or without permission: the text is selected all the same.
      setOutcome(`Your browser blocked copying. ${selected}`)
    }
  }

  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <div className="add-row">
        <input ref={field} id={id} className="input secret" readOnly value={value} />
        <button className="btn btn-small" type="button" onClick={copy}>
          Copy
        </button>
      </div>
      <p className="hint" role="status">
        {outcome}
      </p>
    </div>
  )
}
