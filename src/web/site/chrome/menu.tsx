import { freeEstimate, header, mobileMenu } from '#/content/chrome.ts'
import { Icon } from '../../ui/icon.tsx'
import { CallLink } from '../call-link.tsx'
import { SiteLink } from '../site-link.tsx'
import { Logo } from './logo.tsx'

/** The id that the hamburger refers to. */
export const menuId = 'menu'

/** A service's page is marked at the page that leads to it. */
function currentMark(href: string, path: string) {
  if (href === path) return 'page'
  return path.startsWith(`${href}/`) || undefined
}

/**
 * The main links. A native popover over the whole screen on small screens, which needs no script;
 * on large ones the style sheet lays the same list into the header.
 */
export function Menu({ path }: { path: string }) {
  return (
    <nav className="menu" id={menuId} popover="auto" aria-label={header.navLabel}>
      <div className="menu-head">
        <Logo />
        <button
          type="button"
          className="icon-button"
          popoverTarget={menuId}
          popoverTargetAction="hide"
          aria-label={mobileMenu.close}
        >
          <Icon name="x" />
        </button>
      </div>
      <ul>
        {header.links.map(({ id, label, href }) => (
          <li key={id}>
            <SiteLink href={href} aria-current={currentMark(href, path)}>
              {label}
            </SiteLink>
          </li>
        ))}
      </ul>
      <div className="menu-foot">
        <p className="hot">{mobileMenu.emergency}</p>
        <CallLink text={mobileMenu.call} className="btn btn-line" />
        <SiteLink className="btn" href={freeEstimate.href}>
          {freeEstimate.label}
        </SiteLink>
      </div>
    </nav>
  )
}
