import { Breeze } from '../ui/sections.tsx'
import { CallLink } from './contact-links.tsx'
import { SiteLink } from './site-link.tsx'

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
      <div className="wrap stack relative">
        <h2 className="max-w-2xl">{heading}</h2>
        <p className="lead max-w-xl">{text}</p>
        <div className="actions">
          {button && (
            <SiteLink className="btn btn-light" href={button.href}>
              {button.label}
            </SiteLink>
          )}
          {call && <CallLink className={button ? 'btn btn-ghost' : 'btn btn-light'} text={call} />}
        </div>
      </div>
    </section>
  )
}
