import type { ReactNode } from 'react'

type BandProps = {
  tone?: 'white' | 'ice' | 'navy'
  /** True where the band above has the same ground: the space between them is not doubled. */
  joined?: boolean
  id?: string
  children: ReactNode
}

/** A section from edge to edge on its own ground, with the container in it. */
export function Band({ tone = 'white', joined = false, id, children }: BandProps) {
  const classes = ['band', tone !== 'white' && `band-${tone}`, joined && 'band-joined']
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

/** What opens a section. */
export function SectionHead({ heading, eyebrow, intro }: SectionHeadProps) {
  return (
    <div className="head">
      {eyebrow && <p className="eyebrow">{eyebrow}</p>}
      <h2>{heading}</h2>
      {intro && <p className="lead muted">{intro}</p>}
    </div>
  )
}

/** The three curves from cool to warm, behind what stands beside them in the same band. */
export function Breeze() {
  return <div className="breeze" aria-hidden="true" />
}
