import type { Tap } from '#/contracts/results/results.ts'
import { sourceOfVisit } from '#/contracts/results/visits.ts'
import type { siteApiPaths } from '#/contracts/site-routes.ts'

/** Only its type is imported: the value would bring the site's code with it. */
const address: typeof siteApiPaths.taps = '/api/taps'

/**
 * Tells that the phone number was tapped: on which page, and from what source the visit came. The
 * source is worked out here, so that neither a click id nor an address leaves the browser for it.
 */
export async function tellTap(visit: string): Promise<void> {
  const tap: Tap = { page: location.pathname, source: sourceOfVisit(visit, [location.host]) }
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
