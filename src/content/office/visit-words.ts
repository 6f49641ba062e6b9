import type { Attribution } from '#/contracts/results/visits.ts'

/** What is known of a visit, in the order in which it is read. */
export const visitWords: Record<keyof Attribution, string> = {
  landingPage: 'Landing page',
  referrer: 'Referrer',
  utm_source: 'Campaign source',
  utm_medium: 'Campaign medium',
  utm_campaign: 'Campaign',
  utm_term: 'Campaign term',
  utm_content: 'Campaign content',
  gclid: 'Google click ID',
  gbraid: 'Google click ID (app)',
  wbraid: 'Google click ID (web to app)',
  gad_source: 'Google ad source',
  fbclid: 'Facebook click ID',
  msclkid: 'Microsoft click ID',
}
