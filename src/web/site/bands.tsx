import type { ReactNode } from 'react'
import { danger } from '#/content/danger.ts'
import { useHeading } from '../page-context.ts'
import { Icon } from '../ui/icon.tsx'
import { Breeze } from '../ui/sections.tsx'
import { CallLink, LinkButton } from './links.tsx'

type PageHeroProps = {
  heading: string
  text: string
  eyebrow?: string
  /** A link back, or what matters most, above the heading. */
  above?: ReactNode
  /** Beside the text on wide screens, below it on small ones. */
  picture?: ReactNode
  /** Buttons below the text, if any. */
  children?: ReactNode
}

/** The top of every page except the home page. Holds the h1, which the owner can change. */
export function PageHero({ heading, text, eyebrow, above, picture, children }: PageHeroProps) {
  return (
    <section className="page-hero">
      <Breeze />
      <div className={picture ? 'wrap split split-even' : 'wrap'}>
        <div className="stack">
          {above}
          {eyebrow && <p className="eyebrow">{eyebrow}</p>}
          <h1>{useHeading(heading)}</h1>
          <p className="intro">{text}</p>
          {children}
        </div>
        {picture}
      </div>
    </section>
  )
}

type ClosingBandProps = {
  heading: string
  text: string
  button?: { label: string; href: string }
  call?: string
}

/** A navy band that asks the visitor for one step; ends most pages. */
export function ClosingBand({ heading, text, button, call }: ClosingBandProps) {
  return (
    <section className="band band-navy">
      <Breeze />
      <div className="wrap stack closing">
        <h2>{heading}</h2>
        <p className="intro">{text}</p>
        <div className="actions">
          {button && <LinkButton to={button} className="btn btn-light" />}{' '}
          {call && <CallLink className={button ? 'btn btn-ghost' : 'btn btn-light'} text={call} />}
        </div>
      </div>
    </section>
  )
}

/** What cannot wait for us, with the call for help first. */
export function Danger() {
  return (
    <section className="card urgent-card" aria-labelledby="danger">
      <div className="actions">
        {/* No heading: it stands above the page's own. */}
        <p className="h3" id="danger">
          {danger.heading}
        </p>
        <a className="btn btn-hot" href={danger.call.href}>
          <Icon name="phone" />
          {danger.call.label}
        </a>
      </div>
      <ul>
        {danger.signs.map(({ sign, now }) => (
          <li key={sign}>
            <b>{sign}.</b> {now}
          </li>
        ))}
      </ul>
    </section>
  )
}
