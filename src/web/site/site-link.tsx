import { type ComponentPropsWithoutRef, createContext, type MouseEvent, useContext } from 'react'
import { estimatePath, estimatePathFrom } from '#/contracts/site-routes.ts'
import { useCurrentPath } from '../current-path.ts'
import { Icon } from '../ui/icon.tsx'
import { useSite } from '../words.ts'
import { goTo } from './navigation.ts'
import { prefetchMetadata } from './page-metadata.ts'

/**
 * Finds what loads the code of the public page at a path; undefined for all other addresses. A
 * context, because an import would go in a circle: links are in the pages, which the list of pages
 * imports.
 */
export const PreloadContext = createContext<(path: string) => (() => Promise<void>) | undefined>(
  () => undefined,
)

const isPlainClick = (event: MouseEvent) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey

type SiteLinkProps = ComponentPropsWithoutRef<'a'> & { href: string }

/**
 * A link to a page or an anchor of this site; all such links are made by this. A link to the estimate
 * form takes along which service's page it is on.
 */
export function SiteLink(props: SiteLinkProps) {
  return props.href === estimatePath ? <EstimateLink {...props} /> : <PageLink {...props} />
}

function EstimateLink(props: SiteLinkProps) {
  const path = useCurrentPath()
  return <PageLink {...props} href={estimatePathFrom(path)} />
}

/**
 * Before React runs it is a plain link, after that it changes the page without loading a document.
 */
function PageLink({ href, ...props }: SiteLinkProps) {
  const site = useSite()
  const pathname = href.replace(/[?#].*/, '')
  const preload = useContext(PreloadContext)(pathname)

  function prefetch() {
    if (!preload || pathname === location.pathname) return
    // If it fails, the click tries again.
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
