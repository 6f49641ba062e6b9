import { Icon } from '../ui/icon.tsx'
import { SiteLink } from './site-link.tsx'

type GoLinkProps = {
  href: string
  children: string
  /** Says more to a screen reader than the text does; begins with the text. */
  label?: string
}

/** A link that stands alone, with an arrow. */
export function GoLink({ href, children, label }: GoLinkProps) {
  return (
    <SiteLink className="go" href={href} aria-label={label}>
      {children}
      <Icon name="arrow-right" />
    </SiteLink>
  )
}
