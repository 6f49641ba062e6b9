import type { ReactNode } from 'react'
import { Breeze } from '../ui/sections.tsx'

type PageHeroProps = {
  heading: string
  text: string
  eyebrow?: string
  /** Buttons below the text, if any. */
  children?: ReactNode
}

/** The head of every page but the home page. */
export function PageHero({ heading, text, eyebrow, children }: PageHeroProps) {
  return (
    <section className="page-hero">
      <Breeze />
      <div className="wrap stack relative">
        {eyebrow && <p className="eyebrow">{eyebrow}</p>}
        <h1>{heading}</h1>
        <p className="lead max-w-2xl">{text}</p>
        {children}
      </div>
    </section>
  )
}
