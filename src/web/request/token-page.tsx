import type { ReactNode } from 'react'
import { header, skipLink } from '#/content/chrome.ts'
import { consent } from '#/content/estimate-form.ts'
import { offerPage } from '#/content/offer-page.ts'
import { requestPage } from '#/content/request-page.ts'
import type { TokenProblem } from '#/contracts/pages/documents.ts'
import type { RequestButton } from '#/contracts/referrals/requests.ts'
import { pagePaths } from '#/contracts/site-routes.ts'
import { PathContext } from '../page-context.ts'
import { PageHero } from '../site/bands.tsx'
import { Logo } from '../site/chrome/header.tsx'
import { CallLink, SiteLink } from '../site/links.tsx'
import { Icon } from '../ui/icon.tsx'
import { Band } from '../ui/sections.tsx'
import { useSite } from '../words.ts'

type ColumnsProps = { children: ReactNode; side: ReactNode; below?: ReactNode }

/**
 * The content of such a page: on a desktop what belongs beside the rest is in a column of its own. What
 * is `below` stands under the rest there, and on a phone at the end.
 */
export function Columns({ children, side, below }: ColumnsProps) {
  return (
    <Band joined>
      <div className={side ? 'columns' : 'column'}>
        <div className="column">{children}</div>
        {side && <div className="column">{side}</div>}
        {below && <div className="column">{below}</div>}
      </div>
    </Band>
  )
}

type TokenPartProps = { id?: string; heading: string; text?: string; children?: ReactNode }

/** A part of such a page; with an `id` it is a landmark, which its heading names. */
export function TokenPart({ id, heading, text, children }: TokenPartProps) {
  return (
    <section className="card" aria-labelledby={id}>
      <h2 className="h3" id={id}>
        {heading}
      </h2>
      {text && <p>{text}</p>}
      {children}
    </section>
  )
}

/** The button that sends a form. */
export const SubmitButton = ({ text, look = 'btn' }: { text: string; look?: string }) => (
  <button className={look} type="submit">
    {text}
  </button>
)

type SayButtonProps = { path: string; add: RequestButton; text: string; look?: string }

/** A form of one button, by which a visitor says one thing. The page itself takes it, and shows what was stored. */
export function SayButton({ path, add, text, look = 'btn btn-line' }: SayButtonProps) {
  return (
    <form method="post" action={path}>
      <input type="hidden" name="add" value={add} />
      <SubmitButton text={text} look={look} />
    </form>
  )
}

/** Says to a contractor that it is an emergency; nothing where it is none. */
export function UrgentMark({ isUrgent }: { isUrgent: boolean }) {
  if (!isUrgent) return null
  return (
    <p className="row urgent-mark">
      <Icon name="siren" />
      {offerPage.emergency}
    </p>
  )
}

/**
 * The frame of a page that is opened by the secret in its address: a small header and footer, because
 * its reader came for what is between them. It runs without any script.
 */
export function TokenPage({ title, children }: { title: string; children: ReactNode }) {
  const { name } = useSite()
  const call = <CallLink text={header.phone} label={header.callLabel} />
  return (
    // None of the site's own addresses: the menu marks no page.
    <PathContext value="/-">
      <title>{`${title} | ${name}`}</title>
      <meta name="robots" content="noindex" />
      <meta name="referrer" content="no-referrer" />
      <a className="btn skip" href={skipLink.href}>
        {skipLink.label}
      </a>
      <header className="link-header">
        <div className="wrap row ends">
          <Logo />
          {call}
        </div>
      </header>
      <main id={skipLink.href.slice(1)} tabIndex={-1}>
        {children}
      </main>
      <footer className="footer link-footer">
        <div className="wrap row ends">
          <p>{name}</p>
          {call}
          <SiteLink className="line" href={pagePaths.privacyPolicy}>
            {consent.privacyLabel}
          </SiteLink>
        </div>
      </footer>
    </PathContext>
  )
}

/** Stands there instead of a page that cannot be shown. */
export function TokenProblemPage({ problem: { heading, text } }: { problem: TokenProblem }) {
  return (
    <TokenPage title={heading}>
      <PageHero heading={heading} text={text}>
        <CallLink className="btn" text={requestPage.call} />
      </PageHero>
    </TokenPage>
  )
}
