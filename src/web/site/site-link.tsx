import type { ComponentPropsWithoutRef } from 'react'

/** A link to a page or an anchor of this site. Every one of them goes through here. */
export function SiteLink(props: ComponentPropsWithoutRef<'a'> & { href: string }) {
  return <a {...props} />
}
