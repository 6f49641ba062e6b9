import { Icon } from '../ui/icon.tsx'
import { SiteLink } from './site-link.tsx'

type GoLinkProps = {
  href: string
  children: string
  /** What the link is about, for those who cannot see what it stands beside. */
  about?: string
  /** True for the way back: its arrow stands before the text. */
  back?: boolean
}

/** A link that stands alone, with an arrow. */
export function GoLink({ href, children, about, back = false }: GoLinkProps) {
  return (
    <SiteLink className="go" href={href}>
      {back && <Icon name="arrow-left" />}
      {children}
      {about && <span className="hidden-text">: {about}</span>}
      {!back && <Icon name="arrow-right" />}
    </SiteLink>
  )
}
