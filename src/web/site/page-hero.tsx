import type { ReactNode } from 'react'
import { Breeze } from '../ui/sections.tsx'
import { useHeading } from './page-metadata.ts'

type PageHeroProps = {
  heading: string
  text: string
  eyebrow?: string
  /** The way back, above the heading. */
  above?: ReactNode
  /** Stands beside the text on wide screens, below it on small ones. */
  picture?: ReactNode
  /** Buttons below the text, if any. */
  children?: ReactNode
}

/** The head of every page but the home page. */
export function PageHero({ heading, text, eyebrow, above, picture, children }: PageHeroProps) {
  return (
    <section className="page-hero">
      <Breeze />
      <div className={picture ? 'wrap split split-even' : 'wrap'}>
        <div className="stack">
          {above}
          {eyebrow && <p className="eyebrow">{eyebrow}</p>}
          <h1>{useHeading(heading)}</h1>
          <p className="lead">{text}</p>
          {children}
        </div>
        {picture}
      </div>
    </section>
  )
}
