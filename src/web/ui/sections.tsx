import type { ReactNode } from 'react'

type SectionHeadProps = {
  heading: string
  eyebrow?: string | undefined
  intro?: string | undefined
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

type BandProps = Partial<SectionHeadProps> & {
  tone?: 'white' | 'ice'
  /** True if the band above has the same background: no space between them then. */
  joined?: boolean
  id?: string
  children: ReactNode
}

/** A section as wide as the screen; its heading, if it has one, and its content have the page's width. */
export function Band(props: BandProps) {
  const { tone = 'white', joined = false, id, heading, eyebrow, intro, children } = props
  const classes = ['band', tone === 'ice' && 'band-ice', joined && 'band-joined']
  return (
    <section id={id} className={classes.filter(Boolean).join(' ')}>
      <div className="wrap">
        {heading && <SectionHead heading={heading} eyebrow={eyebrow} intro={intro} />}
        {children}
      </div>
    </section>
  )
}

/** The three curves of the logo, large, behind the content of a band. */
export function Breeze() {
  return <div className="breeze" aria-hidden="true" />
}
