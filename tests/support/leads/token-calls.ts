import { photoEnd, type tokenForms, tokenPaths } from '#/contracts/token-routes.ts'
import { inAnHour } from './offer-site.ts'

/** A page that is opened by a secret. */
export type PageName = keyof typeof tokenPaths

type Form = Record<string, string>

type FormsOf<End extends string> = { [Each in End]: readonly Form[] }

const ofOffer: FormsOf<(typeof tokenForms)['offer'][number]> = {
  '/accept': [{ callAt: inAnHour() }],
  '/decline': [{ reason: 'too-busy' }],
  '/outcome': [{ outcome: 'done' }, { outcome: 'lost', lostReason: 'duplicate' }],
  '/hand-back': [{ reason: 'too-busy' }],
  '/call-time': [{ callAt: inAnHour() }],
  '/spoken': [{}],
  '/on-the-way': [{}],
}

/** What is sent to each form of such a page, by the end of its address. */
const sent: { [Page in PageName]: FormsOf<(typeof tokenForms)[Page][number]> } = {
  request: {
    '': [{ add: 'word', word: 'It is me again' }, { add: 'settled' }, { add: 'still-needed' }],
    '/photos': [{}],
    '/photos/:photoId/removal': [{}],
    '/rating': [{ came: 'yes', stars: '5' }],
    '/answer': [{ answer: 'settled' }],
    '/rating/removal': [{}],
  },
  offer: ofOffer,
  contractor: {},
  contractorOffer: { '': [{}], ...ofOffer },
}

/** The requests to a page, to a photograph of it, and to each of its forms; without a form to read. */
export const callsOf = (page: PageName): { url: string; form?: Form }[] => [
  { url: tokenPaths[page] },
  ...(page === 'contractor' ? [] : [{ url: tokenPaths[page] + photoEnd }]),
  ...Object.entries<readonly Form[]>(sent[page]).flatMap(([end, forms]) =>
    forms.map((form) => ({ url: tokenPaths[page] + end, form })),
  ),
]
