import { freeEstimate, header, mobileMenu } from '#/content/chrome.ts'
import { Icon } from '../../ui/icon.tsx'
import { CallLink } from '../call-link.tsx'
import { SiteLink } from '../site-link.tsx'
import { Logo } from './logo.tsx'
import { Menu, menuId } from './menu.tsx'
import { useScrolledPast } from './use-scrolled-past.ts'

const shadowFromPx = 50

/** Stays at the top: the bar with phone and hours (large screens only), and the main bar. */
export function Header({ path }: { path: string }) {
  const isScrolled = useScrolledPast(shadowFromPx)
  return (
    <header className="header" data-scrolled={isScrolled}>
      <div className="topbar">
        <div className="wrap">
          <span className="hot">{header.emergency}</span>
          <span>{header.hours}</span>
          <CallLink text={header.phone} label={header.callLabel} />
        </div>
      </div>
      <div className="wrap mainbar">
        <Logo />
        <Menu path={path} />
        <SiteLink className="btn btn-small" href={freeEstimate.href}>
          {freeEstimate.label}
        </SiteLink>
        <button
          type="button"
          className="icon-button"
          popoverTarget={menuId}
          aria-label={mobileMenu.open}
        >
          <Icon name="menu" />
        </button>
      </div>
    </header>
  )
}
