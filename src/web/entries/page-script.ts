/*
 * What a public page does in the browser beside its form: loaded at the visitor's first sign of intent.
 */

import type { siteEndpoints } from '#/contracts/endpoints/site.ts'
import type { Tap } from '#/contracts/results/results.ts'
import { sourceOfVisit } from '#/contracts/results/visits.ts'

/** Only its type is imported: the value would bring the site's code with it. */
const address: typeof siteEndpoints.taps.path = '/api/taps'

/**
 * Tells that the phone number was tapped, and from what source the visit came. The source is worked
 * out here, so that neither a click id nor an address leaves the browser for it.
 */
export async function tellTap(visit: string): Promise<void> {
  const tap: Tap = { source: sourceOfVisit(visit, [location.host]) }
  await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(tap),
    // The phone's dialer may end the page.
    keepalive: true,
    credentials: 'omit',
    // Without a referrer some older browsers would not say which site it comes from.
    referrerPolicy: 'origin',
  })
}

const shadowFromPx = 50

function showShadow(): void {
  const header = document.querySelector<HTMLElement>('.header')
  if (header) header.dataset.scrolled = String(scrollY > shadowFromPx)
}

/** How far outside the screen the map may be when its frame is loaded, in pixels. */
const nearPx = 400

/**
 * Covers the drawn map with the maps service's, once it is near the screen and the service can be reached.
 * Where there is none to cover, and the service cannot be reached, its place goes.
 */
function coverMap(map: HTMLElement): void {
  const { frame: src = '', title = '' } = map.dataset
  const observer = new IntersectionObserver(
    ([entry]) => {
      if (!entry?.isIntersecting) return
      observer.disconnect()
      // A frame that cannot load would cover our map with the browser's error page.
      fetch(src, { mode: 'no-cors' }).then(
        () => map.append(Object.assign(document.createElement('iframe'), { src, title })),
        () => map.childElementCount || map.remove(),
      )
    },
    { rootMargin: `${nearPx}px` },
  )
  observer.observe(map)
}

/** Loads the page again if it is not any more what the browser shows. */
async function reloadIfChanged(): Promise<void> {
  const { tag } = document.documentElement.dataset
  if (!tag) return
  const head = { method: 'HEAD', cache: 'no-store' } as const
  const answer = await fetch(location.href, head).catch(() => undefined)
  const isKnown = answer?.ok && answer.headers.has('etag')
  if (isKnown && !answer.headers.get('etag')?.includes(tag)) location.reload()
}

showShadow()
addEventListener('scroll', showShadow, { passive: true })
for (const map of document.querySelectorAll<HTMLElement>('.map')) coverMap(map)

// A browser that goes back shows a page as it was: as it left it, or from its cache.
const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
if (entry?.type === 'back_forward') reloadIfChanged()
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) reloadIfChanged()
})
