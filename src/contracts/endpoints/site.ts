import type { Received, SentForm } from '../leads/leads.ts'
import type { Tap } from '../results/results.ts'
import { post, type Whole } from './endpoint.ts'

/** The endpoints that public pages use. A visitor's browser loads this file. */
export const siteEndpoints = {
  contact: post<SentForm, Whole<{ data: Received }>>()('/api/contact', {
    who: 'anybody',
    audit: 'no entry',
  }),
  taps: post<Tap>()('/api/taps', { who: 'anybody', audit: 'no entry' }),
}
