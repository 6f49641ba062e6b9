import { navigate } from 'wouter/use-browser-location'

/** The id of the region that tells a screen reader which page it is on now. */
export const announcerId = 'announcer'

const storageKey = 'scroll-positions'

/** How far down each entry of the history was, by the key that its state holds. */
let positions: Record<string, number> = {}
let currentEntry = ''
/** What the page that is about to be drawn does with the scroll position; none on the first load. */
let arrival: 'forward' | 'back' | undefined

const entryKey = (): string => history.state?.entry ?? ''

function focusHeading() {
  const heading = document.querySelector<HTMLElement>('main h1')
  if (!heading) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}

function scrollToStart(hash: string) {
  const target = hash && document.getElementById(hash.slice(1))
  if (target) target.scrollIntoView()
  else scrollTo({ top: 0, behavior: 'instant' })
}

/** Goes to a page of this site without loading a document. */
export function goTo({ pathname, search, hash }: URL): void {
  document.querySelector<HTMLElement>(':popover-open')?.hidePopover()
  const isHere = pathname === location.pathname
  if (!isHere) {
    positions[currentEntry] = scrollY
    currentEntry = String(performance.timeOrigin + performance.now())
    arrival = 'forward'
  }
  navigate(pathname + search + hash, { replace: isHere, state: { entry: currentEntry } })
  scrollToStart(hash)
  if (isHere) focusHeading()
}

/** Called when a page has been drawn: finishes the navigation that led to it, if one did. */
export function arrive(): void {
  if (!arrival) return
  const position = positions[currentEntry]
  if (arrival === 'forward') scrollToStart(location.hash)
  // The browser tries too, but may do so before the page has its height.
  else if (position !== undefined) scrollTo({ top: position, behavior: 'instant' })
  arrival = undefined
  focusHeading()
  const announcer = document.getElementById(announcerId)
  if (announcer) announcer.textContent = document.title
}

/** From now on back and forward find their place. Called once, when React runs. */
export function watchHistory(): void {
  positions = JSON.parse(sessionStorage.getItem(storageKey) ?? '{}')
  currentEntry = entryKey()
  let { pathname } = location
  addEventListener(
    'scroll',
    () => {
      positions[currentEntry] = scrollY
    },
    { passive: true },
  )
  const note = () => {
    pathname = location.pathname
  }
  addEventListener('pushState', note)
  addEventListener('popstate', () => {
    currentEntry = entryKey()
    // An anchor within the page is the browser's own matter.
    if (pathname !== location.pathname) arrival = 'back'
    note()
  })
  addEventListener('pagehide', () => {
    sessionStorage.setItem(storageKey, JSON.stringify(positions))
  })
}
