import { estimatePath } from '#/contracts/site-routes.ts'
import { business } from '../business.ts'

/** What every service page says around the words of its own service. */
export const serviceDetailPage = {
  back: { label: 'Back to Services', href: '/services' },
  estimate: { label: 'Get Free Estimate', href: estimatePath },
  call: 'Call {phone}',
  overview: 'Overview',
  features: 'What’s included',
  benefits: 'Why it’s worth it',
  process: 'How it works',
  costOfWaiting: 'What waiting costs',
  areas: { heading: 'Service Areas' },
  closing: {
    heading: 'Get a price',
    text: `The written estimate is ${business.estimateTerms}.`,
  },
} as const
