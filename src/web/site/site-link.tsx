import { type ComponentPropsWithoutRef, type MouseEvent, useContext } from 'react'
import { useSite } from '../words.ts'
import { goTo } from './navigation.ts'
import { prefetchMetadata } from './page-metadata.ts'
import { PagesContext } from './pages-context.ts'

const isPlainClick = (event: MouseEvent) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey

/**
 * A link to a page or an anchor of this site. Every one of them goes through here. It is a plain
 * link, which once React runs changes the page without loading a document.
 */
export function SiteLink({ href, ...props }: ComponentPropsWithoutRef<'a'> & { href: string }) {
  const site = useSite()
  const pathname = href.replace(/[?#].*/, '')
  const preload = useContext(PagesContext)(pathname)

  function prefetch() {
    if (!preload || pathname === location.pathname) return
    // A page that cannot be loaded now is asked for again when it is wanted.
    preload().catch(() => undefined)
    prefetchMetadata(pathname, site)
  }

  function follow(event: MouseEvent<HTMLAnchorElement>) {
    if (!preload || !isPlainClick(event)) return
    event.preventDefault()
    goTo(new URL(event.currentTarget.href))
  }

  return <a {...props} href={href} onClick={follow} onPointerEnter={prefetch} onFocus={prefetch} />
}
