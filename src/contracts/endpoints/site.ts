import type { LeadValues } from '../leads/lead-fields.ts'
import type { Received } from '../leads/leads.ts'
import type { Tap } from '../results/results.ts'
import { anybody, type Partly } from './endpoint.ts'

/** The endpoints that public pages use. A visitor's browser loads this file. */
export const siteEndpoints = {
  contact: anybody.post<Partly<LeadValues> & { submissionId?: string | undefined }, Received>()(
    '/contact',
    'no entry',
  ),
  taps: anybody.post<Tap>()('/taps', 'no entry'),
}
