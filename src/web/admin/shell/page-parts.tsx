import { type ReactNode, Suspense, useId, useRef, useState } from 'react'
import type { MailedLink, SendOutcome } from '#/contracts/notifications/mails.ts'
import { pagePaths } from '#/contracts/site-routes.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorBoundary } from '../../ui/error-boundary.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useSite } from '../../words.ts'
import { Loading } from './query-states.tsx'

/** The document's title, and tags that keep the page out of search engines and translations. */
export function AdminHead({ title }: { title: string }) {
  const { name } = useSite()
  return (
    <>
      <title>{`${title} | ${name}`}</title>
      <meta name="robots" content="noindex" />
      <meta name="google" content="notranslate" />
    </>
  )
}

/** The logo and the site's name. */
export function Brand() {
  const { name } = useSite()
  return (
    <span className="line brand">
      <Icon name="breeze" className="brand-sign" />
      <span>{name}</span>
    </span>
  )
}

/** For a browser that runs no scripts. */
export function NeedsScript() {
  return (
    <noscript>
      <p className="problem">The back office needs JavaScript. Please turn it on.</p>
    </noscript>
  )
}

/** In place of what cannot be loaded or shown. */
export function PageFailure() {
  return (
    <div className="stack" role="alert">
      <h2>This page couldn’t be shown</h2>
      <p>Nothing you’ve saved is lost. Check your connection, then try again.</p>
      <Button look="main" onPress={() => location.reload()}>
        Try again
      </Button>
    </div>
  )
}

/** What is loaded when it is opened, and says what to do where it cannot be loaded or shown. */
export function LoadedPart({ children }: { children: ReactNode }) {
  return (
    <ErrorBoundary fallback={<PageFailure />}>
      <Suspense fallback={<Loading />}>{children}</Suspense>
    </ErrorBoundary>
  )
}

/** A page of the back office that is one small card: signing in, setting up. */
export function Card({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <div className="card-page">
      <AdminHead title={heading} />
      <main id="main" className="column account-card">
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

type OfficeRowProps = {
  title: ReactNode
  /** What is said of it, as paragraphs. */
  about?: ReactNode
  /** How it stands, in a word or two. */
  mark?: string | false
  tone?: 'good' | 'bad' | undefined
  /** True for what does nothing now. */
  isOff?: boolean
  children?: ReactNode
}

/** A row of a list: what it is, how it stands, and its buttons. */
export function OfficeRow({ title, about, mark, tone, isOff, children }: OfficeRowProps) {
  return (
    <li className="beside">
      <div>
        <p className={isOff ? 'muted' : 'strong'}>{title}</p>
        {about}
      </div>
      {mark && (
        <span className="state-mark" data-tone={tone}>
          {mark}
        </span>
      )}
      {children && <div className="row">{children}</div>}
    </li>
  )
}

/** Copies a text; `outcome` says so, or what to do in a browser that does not let the page copy. */
export function useCopy(text: string, otherwise: string) {
  const [said, setSaid] = useState('')
  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setSaid('Copied.')
    } catch {
      // Without HTTPS, or without permission.
      setSaid(`Your browser blocked copying. ${otherwise}`)
    }
  }
  const outcome = (
    <p className="hint" role="status">
      {said}
    </p>
  )
  return { copy, outcome }
}

/** A value that is to be copied, and a button that does. */
export function CopyField({ label, value }: { label: string; value: string }) {
  const field = useRef<HTMLInputElement>(null)
  const id = useId()
  const { copy, outcome } = useCopy(value, 'It’s selected: press Ctrl+C or ⌘C to copy it.')
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <div className="row add-row">
        <input ref={field} id={id} className="input secret" readOnly value={value} />
        <Button
          look="main"
          onPress={() => {
            field.current?.select()
            return copy()
          }}
        >
          Copy
        </Button>
      </div>
      {outcome}
    </div>
  )
}

/** Why something was not sent, in words. */
const whyNotSent = ({ outcome, problem }: Pick<SendOutcome, 'outcome' | 'problem'>) =>
  outcome === 'kept'
    ? 'It wasn’t sent, because no mail server is set up. It’s kept on the server.'
    : problem

type SentProps = Pick<SendOutcome, 'outcome' | 'problem'> & {
  /** The other side's own words. */
  answer?: string | null
  /** Stands there where the other side took it. */
  children: ReactNode
}

/** What became of an email or of a test call. */
export function Sent({ answer, children, ...sent }: SentProps) {
  const isTaken = sent.outcome === 'sent'
  return (
    <p className={isTaken ? 'office-about' : 'problem'}>
      {isTaken ? children : whyNotSent(sent)} {answer && <code dir="auto">{answer}</code>}
    </p>
  )
}

/** `children` says what whoever has the link can do. */
type SentLinkProps = MailedLink & { children: string }

/** The link of a mail that no mail server took, to hand on. */
export function SentLink({ link, children, ...sent }: SentLinkProps) {
  if (link === null) return null
  return (
    <div className="notice" role="status">
      <p>
        {whyNotSent(sent)} Send them this link yourself. {children}
      </p>
      <CopyField label="Their link" value={link} />
    </div>
  )
}
