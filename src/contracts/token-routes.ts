/**
 * Pages that are opened by the secret in their address, without signing in. Everyone who has such a
 * link sees the page, so nothing may store, log or pass on its address.
 */
export const tokenPaths = {
  request: '/request/:token',
  offer: '/offer/:token',
  contractor: '/contractor/:token',
  /** An offer, as its contractor opens it from their page. */
  contractorOffer: '/contractor/:token/offers/:offerId',
} as const

const offerForms = [
  ...(['/accept', '/decline', '/call-time', '/spoken', '/on-the-way'] as const),
  ...(['/hand-back', '/outcome'] as const),
] as const

/**
 * The forms of each page, by the ends of their addresses. Pages that stand open over an upgrade from 1.0.0
 * send to `/answer` and `/rating/removal` of a request, and to an offer below a contractor's page itself.
 */
export const tokenForms = {
  request: [
    ...(['', '/photos', '/photos/:photoId/removal', '/rating'] as const),
    ...(['/answer', '/rating/removal'] as const),
  ],
  offer: offerForms,
  contractor: [],
  contractorOffer: ['', ...offerForms],
} as const

/** The end of the address of a photograph, on the pages that show some. */
export const photoEnd = '/photos/:photoId'

/** Returns an address with these in the places of their names. */
export const pathWith = (path: string, named: Record<string, string | number>): string =>
  path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(named[name] ?? ''))

export const requestPath = (token: string) => pathWith(tokenPaths.request, { token })
export const offerPath = (token: string) => pathWith(tokenPaths.offer, { token })
export const contractorPagePath = (token: string) => pathWith(tokenPaths.contractor, { token })
