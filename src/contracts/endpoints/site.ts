import type { LeadValues } from '../leads/lead-fields.ts'
import type { Received } from '../leads/leads.ts'
import type { Tap } from '../results/results.ts'
import { type Partly, post } from './endpoint.ts'

/** The endpoints that public pages use. A visitor's browser loads this file. */
export const siteEndpoints = {
  contact: post<Partly<LeadValues> & { submissionId?: string | undefined }, Received>()(
    '/api/contact',
    {
      who: 'anybody',
      audit: 'no entry',
    },
  ),
  taps: post<Tap>()('/api/taps', { who: 'anybody', audit: 'no entry' }),
}
