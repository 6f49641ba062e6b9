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
      <div className="wrap stack closing">
        <h2>{heading}</h2>
        <p className="lead">{text}</p>
        <div className="actions">
          {button && (
            <SiteLink className="btn btn-light" href={button.href}>
              {button.label}
            </SiteLink>
          )}{' '}
          {call && <CallLink className={button ? 'btn btn-ghost' : 'btn btn-light'} text={call} />}
        </div>
      </div>
    </section>
  )
}
