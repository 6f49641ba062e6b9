import { freeEstimate, header, mobileMenu } from '#/content/chrome.ts'
import { pagePaths } from '#/contracts/site-routes.ts'
import { usePath } from '../../page-context.ts'
import { Icon } from '../../ui/icon.tsx'
import { useSite, useWords } from '../../words.ts'
import { Always, CallLink, LinkButton, SiteLink } from '../links.tsx'

/** The logo and the site's name, whose first word is the large one; links to the home page. */
export function Logo() {
  const { name } = useSite()
  const fill = useWords()
  const [first, ...rest] = name.split(' ')
  return (
    <SiteLink className="logo" href={pagePaths.home} aria-label={fill(header.logoLabel)}>
      <Icon name="breeze" />
      <span>
        <b>{first}</b>
        {` ${rest.join(' ')}`}
      </span>
    </SiteLink>
  )
}

const menuId = 'menu'

/** For `aria-current`: a service's page counts as part of the services page. */
function currentMark(href: string, path: string) {
  if (href === path) return 'page'
  return path.startsWith(`${href}/`) || undefined
}

/**
 * The main links. A native popover over the whole screen on small screens, which needs no script;
 * on large ones the style sheet lays the same list into the header.
 */
function Menu() {
  const path = usePath()
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
      <ul className="row">
        {header.links.map(({ id, label, href }) => (
          <li key={id}>
            <SiteLink href={href} aria-current={currentMark(href, path)}>
              {label}
            </SiteLink>
          </li>
        ))}
      </ul>
      <div className="menu-foot">
        <Always className="hot" text={mobileMenu.emergency} />
        <CallLink text={mobileMenu.call} className="btn btn-line" />{' '}
        <LinkButton to={freeEstimate} />
      </div>
    </nav>
  )
}

/**
 * Stays at the top of the screen: on large screens a bar with phone and hours, and the main bar. The
 * page's script gives it a shadow once the page is scrolled.
 */
export function Header() {
  const fill = useWords()
  return (
    <header className="header">
      <div className="topbar large-only">
        <div className="wrap">
          <Always className="hot" text={header.emergency} /> <span>{fill(header.hours)}</span>{' '}
          <CallLink text={header.phone} label={header.callLabel} />
        </div>
      </div>
      <div className="wrap mainbar">
        <Logo />
        <Menu /> <LinkButton to={freeEstimate} className="btn btn-small" />
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
