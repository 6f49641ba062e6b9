import type { ReactNode } from 'react'

type BandProps = {
  tone?: 'white' | 'ice'
  /** True if the band above has the same background: no space between them then. */
  joined?: boolean
  id?: string
  children: ReactNode
}

/** A section as wide as the screen, with its content in the page's width. */
export function Band({ tone = 'white', joined = false, id, children }: BandProps) {
  const classes = ['band', tone === 'ice' && 'band-ice', joined && 'band-joined']
  return (
    <section id={id} className={classes.filter(Boolean).join(' ')}>
      <div className="wrap">{children}</div>
    </section>
  )
}

type SectionHeadProps = {
  heading: string
  eyebrow?: string
  intro?: string
}

/** The heading of a section. */
export function SectionHead({ heading, eyebrow, intro }: SectionHeadProps) {
  return (
    <div className="head">
      {eyebrow && <p className="eyebrow">{eyebrow}</p>}
      <h2>{heading}</h2>
      {intro && <p className="intro muted">{intro}</p>}
    </div>
  )
}

/** The three curves of the logo, large, behind the content of a band. */
export function Breeze() {
  return <div className="breeze" aria-hidden="true" />
}
