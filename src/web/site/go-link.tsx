import { Icon } from '../ui/icon.tsx'
import { SiteLink } from './site-link.tsx'

type GoLinkProps = {
  href: string
  children: string
  /** Says more to a screen reader than the text does; begins with the text. */
  label?: string
  /** True for the way back: its arrow stands before the text. */
  back?: boolean
}

/** A link that stands alone, with an arrow. */
export function GoLink({ href, children, label, back = false }: GoLinkProps) {
  return (
    <SiteLink className="go" href={href} aria-label={label}>
      {back && <Icon name="arrow-left" />}
      {children}
      {!back && <Icon name="arrow-right" />}
    </SiteLink>
  )
}
