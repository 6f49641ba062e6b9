import { tokenPaths } from '#/contracts/token-routes.ts'
import { inAnHour } from './offer-site.ts'

type Form = Record<string, string>

/** The request to each page and form that is opened by a secret; without a form for a page. */
export const calls: Record<keyof typeof tokenPaths, readonly (Form | 'read')[]> = {
  request: [
    'read',
    { add: 'word', word: 'It is me again' },
    { add: 'settled' },
    { add: 'still-needed' },
  ],
  requestAnswer: [{ answer: 'settled' }],
  requestPhotos: [{}],
  requestPhoto: ['read'],
  requestPhotoRemoval: [{}],
  requestRating: [{ came: 'yes', stars: '5' }],
  requestRatingRemoval: [{}],
  offer: ['read'],
  offerAccept: [{ callAt: inAnHour() }],
  offerDecline: [{ reason: 'too-busy' }],
  offerOutcome: [{ outcome: 'done' }, { outcome: 'lost', lostReason: 'duplicate' }],
  offerHandBack: [{ reason: 'too-busy' }],
  offerCallTime: [{ callAt: inAnHour() }],
  offerSpoken: [{}],
  offerOnTheWay: [{}],
  offerPhoto: ['read'],
  contractor: ['read'],
  contractorOffer: [{}],
}

/** The name of such a page or form. */
export type PathName = keyof typeof calls

/** The names of those whose address begins like this. */
export const namesOf = (start: string) =>
  (Object.keys(calls) as PathName[]).filter((name) => tokenPaths[name].startsWith(start))
