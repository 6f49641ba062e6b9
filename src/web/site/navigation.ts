import { navigate } from 'wouter/use-browser-location'
import { readStored, writeStored } from '../browser-storage.ts'

/** The id of the live region in which a screen reader is told the title of the new page. */
export const announcerId = 'announcer'

const storageKey = 'scroll-positions'

/** The scroll position of each history entry in pixels, by the key in the entry's state. */
let positions: Record<string, number> = {}
let currentEntry = ''
/** The navigation under way; undefined on the first load and once the new page is shown. */
let underWay: 'forward' | 'back' | undefined

const entryKey = (): string => history.state?.entry ?? ''

/** What an address leads to: the element that its hash names, or else the page's heading. */
function targetOf(hash: string): HTMLElement | null {
  const named = hash && document.getElementById(hash.slice(1))
  return named || document.querySelector<HTMLElement>('main h1')
}

function focusTarget(hash: string) {
  const target = targetOf(hash)
  if (!target) return
  target.tabIndex = -1
  target.focus({ preventScroll: true })
}

function scrollToStart(hash: string) {
  if (hash) targetOf(hash)?.scrollIntoView()
  else scrollTo({ top: 0, behavior: 'instant' })
}

/** Goes to a page of this site without loading a document. */
export function goTo({ pathname, search, hash }: URL): void {
  // Safari 16 knows no popovers, and refuses the selector.
  if (CSS.supports('selector(:popover-open)')) {
    document.querySelector<HTMLElement>(':popover-open')?.hidePopover()
  }
  const isSamePage = pathname === location.pathname
  if (!isSamePage) {
    positions[currentEntry] = scrollY
    currentEntry = String(performance.timeOrigin + performance.now())
    underWay = 'forward'
  }
  navigate(pathname + search + hash, { replace: isSamePage, state: { entry: currentEntry } })
  scrollToStart(hash)
  if (isSamePage) focusTarget(hash)
}

/** Scrolls, moves the focus and announces the title when the new page is in the document. */
export function finishNavigation(): void {
  if (!underWay) return
  const position = positions[currentEntry]
  if (underWay === 'forward') scrollToStart(location.hash)
  // The browser restores it too, but may do so before the page has its height.
  else if (position !== undefined) scrollTo({ top: position, behavior: 'instant' })
  underWay = undefined
  focusTarget(location.hash)
  const announcer = document.getElementById(announcerId)
  if (announcer) announcer.textContent = document.title
}

/** Saves scroll positions, so that back and forward restore them. Called once, when React starts. */
export function trackHistory(): void {
  positions = JSON.parse(readStored('session', storageKey) ?? '{}')
  currentEntry = entryKey()
  let { pathname } = location
  addEventListener(
    'scroll',
    () => {
      // While a page is loaded its outline is shorter, so the browser scrolls by itself.
      if (!underWay) positions[currentEntry] = scrollY
    },
    { passive: true },
  )
  const updatePathname = () => {
    pathname = location.pathname
  }
  addEventListener('pushState', updatePathname)
  addEventListener('popstate', () => {
    currentEntry = entryKey()
    // Between anchors of one page the browser scrolls by itself.
    if (pathname !== location.pathname) underWay = 'back'
    updatePathname()
  })
  addEventListener('pagehide', () => {
    writeStored('session', storageKey, JSON.stringify(positions))
  })
}
