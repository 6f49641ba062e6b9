import type { ReactNode } from 'react'

/** A part of the panel under its own heading. */
export function PanelSection({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <section className="panel-section">
      <h3>{heading}</h3>
      {children}
    </section>
  )
}
