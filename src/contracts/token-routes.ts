/**
 * Pages that are opened by the secret in their address, without signing in. Everyone who has such a
 * link sees the page, so nothing may store, log or pass on its address.
 */
export const tokenPaths = {
  request: '/request/:token',
  /** Where pages send an answer that were opened before all buttons sent to the page itself. */
  requestAnswer: '/request/:token/answer',
  requestPhotos: '/request/:token/photos',
  requestPhoto: '/request/:token/photos/:photoId',
  requestPhotoRemoval: '/request/:token/photos/:photoId/removal',
  requestRating: '/request/:token/rating',
  requestRatingRemoval: '/request/:token/rating/removal',
  offer: '/offer/:token',
  offerAccept: '/offer/:token/accept',
  offerDecline: '/offer/:token/decline',
  offerOutcome: '/offer/:token/outcome',
  offerHandBack: '/offer/:token/hand-back',
  offerCallTime: '/offer/:token/call-time',
  offerSpoken: '/offer/:token/spoken',
  offerOnTheWay: '/offer/:token/on-the-way',
  offerPhoto: '/offer/:token/photos/:photoId',
  contractor: '/contractor/:token',
  contractorOffer: '/contractor/:token/offers/:offerId',
} as const

export function requestPath(token: string): string {
  return tokenPaths.request.replace(':token', token)
}

export function requestPhotoPath(path: string, photoId: number): string {
  return `${path}/photos/${photoId}`
}

export function offerPath(token: string): string {
  return tokenPaths.offer.replace(':token', token)
}

/** The page of a contractor. */
export function contractorPagePath(token: string): string {
  return tokenPaths.contractor.replace(':token', token)
}

/** Where the page of a contractor leads to one of their offers. */
export function openOfferPath(path: string, offerId: number): string {
  return `${path}/offers/${offerId}`
}
