import type { ReactNode } from 'react'
import { footerTowns } from '#/content/area.ts'
import { footer, freeEstimate, phoneBar, strip } from '#/content/chrome.ts'
import { useSite, useWords } from '../../words.ts'
import { Always, CallLink, LinkButton, MailLink, SiteLink } from '../links.tsx'
import { Logo } from './header.tsx'

/** The narrow line above the header: service area, hours, phone. */
export function Strip() {
  const fill = useWords()
  return (
    <section className="strip" aria-label={strip.label}>
      <div className="wrap">
        <div className="strip-facts">
          <p>
            {fill(strip.area)}
            <span className="large-only">{`: ${fill(strip.areaDetail)}`}</span>
          </p>
          <p>{fill(strip.hours)}</p>
          <Always text={strip.emergency} />
        </div>
        <CallLink text={phoneBar.call} label={strip.call} />
      </div>
    </section>
  )
}

type FooterListProps = { heading: string; href: string; items: readonly string[] }

/** A list of names; all of them link to the same page. */
function FooterList({ heading, href, items }: FooterListProps) {
  return (
    <div>
      <h2>{heading}</h2>
      <ul>
        {items.map((item) => (
          <li key={item}>
            <SiteLink href={href}>{item}</SiteLink>
          </li>
        ))}
      </ul>
    </div>
  )
}

function FooterContact() {
  const { contact } = footer
  const site = useSite()
  const fill = useWords()
  return (
    <div className="stack footer-contact">
      <h2>{contact.heading}</h2>
      <CallLink text={contact.phone} label={footer.callLabel} />
      <MailLink />
      <p>{fill(contact.area)}</p>
      {site.hours.long.map((line) => (
        <p key={line}>{line}</p>
      ))}
      <Always text={contact.emergency} />
      <LinkButton to={freeEstimate} className="btn btn-light" />
    </div>
  )
}

/** The end of every page. */
export function Footer() {
  const fill = useWords()
  const { towns } = useSite()
  const { services, areas, credit } = footer
  // A page cached before the new year keeps the old one until it is rendered again, which does no harm.
  const year = new Date().getFullYear()
  return (
    <footer className="footer">
      <div className="wrap footer-columns">
        <div className="stack">
          <Logo />
          <p>{fill(footer.brandText)}</p>
          <CallLink text={footer.callLabel} />
        </div>
        <FooterList
          heading={services.heading}
          href={services.href}
          items={services.links.map(({ label }) => label)}
        />
        <FooterList heading={areas.heading} href={areas.href} items={footerTowns(towns)} />
        <FooterContact />
      </div>
      <div className="wrap row ends footer-end">
        <p>{`© ${year} ${fill(footer.copyright)} ${fill(footer.referralNote)}`}</p>
        <ul className="row">
          {footer.legalLinks.map(({ id, label, href }) => (
            <li key={id}>
              <SiteLink href={href}>{label}</SiteLink>
            </li>
          ))}
          <li>
            <a href={credit.href} rel="noopener">
              {credit.prefix} {credit.label}
            </a>
          </li>
        </ul>
      </div>
    </footer>
  )
}

/**
 * A part of a page during which a bar stays at the bottom of a phone's screen. It scrolls away with
 * the part, so it never covers a form after it.
 */
export function WithPhoneBar({ children }: { children: ReactNode }) {
  return (
    <div>
      {children}
      <nav className="phone-bar" aria-label={phoneBar.label}>
        <CallLink text={phoneBar.call} label={phoneBar.callLabel} className="btn btn-line" />{' '}
        <LinkButton to={{ href: phoneBar.href, label: phoneBar.estimate }} />
      </nav>
    </div>
  )
}
