import { estimatePath } from '#/contracts/site-routes.ts'
import { serviceAreas } from '../areas.ts'

/** What every service page says around the words of its own service. */
export const serviceDetailPage = {
  back: { label: 'Back to Services', href: '/services' },
  estimate: { label: 'Get Free Estimate', href: estimatePath },
  call: 'Call {phone}',
  overview: 'Overview',
  features: 'What is included',
  benefits: 'What you gain',
  process: 'How it works',
  costOfWaiting: 'What waiting costs',
  areas: { heading: 'Service Areas', list: serviceAreas },
  closing: {
    heading: 'Ask for a price',
    text: 'The estimate is free and in writing, and you are free to say no.',
  },
} as const
