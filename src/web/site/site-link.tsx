import type { ComponentPropsWithoutRef } from 'react'
import { estimatePath, estimatePathFrom } from '#/contracts/site-routes.ts'
import { usePath } from '../page-path.ts'
import { Icon } from '../ui/icon.tsx'

type SiteLinkProps = ComponentPropsWithoutRef<'a'> & { href: string }

/**
 * A link to a page or an anchor of this site; all such links are made by this. A link to the estimate
 * form takes along which service's page it is on.
 */
export function SiteLink({ href, ...props }: SiteLinkProps) {
  const path = usePath()
  return <a {...props} href={href === estimatePath ? estimatePathFrom(path) : href} />
}

type GoLinkProps = {
  href: string
  children: string
  /** What the link is about, for those who cannot see what is beside it. */
  about?: string
  /** True for the way back: its arrow is before the text. */
  back?: boolean
}

/** A link with an arrow, outside of running text. */
export function GoLink({ href, children, about, back = false }: GoLinkProps) {
  return (
    <SiteLink className="go" href={href}>
      {back && <Icon name="arrow-left" />}
      {children}
      {/* One string, because React would write a comment between two. */}
      {about && <span className="hidden-text">{`: ${about}`}</span>}
      {!back && <Icon name="arrow-right" />}
    </SiteLink>
  )
}
