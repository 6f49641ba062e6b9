import { expect, test } from 'vitest'
import { type Attribution, sourceOf, sourceOfVisit, sources } from './visits.ts'

test.each<[string, Attribution | null]>([
  ['unknown', null],
  ['direct', {}],
  ['direct', { landingPage: '/services', referrer: 'nonsense' }],
  ['google ads', { gclid: 'x', utm_source: 'newsletter' }],
  ['google ads', { gbraid: 'x' }],
  ['google ads', { wbraid: 'x' }],
  ['google ads', { gad_source: '1' }],
  ['google ads', { utm_source: 'Google', utm_medium: 'CPC' }],
  ['google', { utm_source: 'google', utm_medium: 'organic' }],
  ['google', { referrer: 'https://www.google.co.uk/' }],
  ['bing ads', { msclkid: 'x' }],
  ['bing', { referrer: 'https://www.bing.com/search?q=ac' }],
  ['facebook', { fbclid: 'x', referrer: 'https://l.facebook.com/' }],
  ['facebook ads', { fbclid: 'x', utm_source: 'fb', utm_medium: 'paid_social' }],
  ['yelp', { referrer: 'https://www.yelp.com/biz/x' }],
  ['email', { utm_source: 'spring', utm_medium: 'email' }],
  ['email', { utm_source: 'newsletter' }],
  ['email', { utm_medium: 'E-Mail' }],
  ['other campaign', { utm_source: 'spring', utm_medium: 'no-email' }],
  ['other campaign', { utm_source: 'spring', utm_medium: 'emails' }],
  ['other campaign', { utm_source: '=HYPERLINK("x")' }],
  ['instagram', { fbclid: 'x', referrer: 'https://l.instagram.com/' }],
  ['other campaign', { utm_campaign: 'spring' }],
  ['google', { utm_campaign: 'spring', referrer: 'https://www.google.com/' }],
  ['other site', { referrer: 'https://notgoogle.com.example.org/' }],
])('a visit from %s', (source, attribution) => {
  expect(sourceOf(attribution)).toBe(source)
  expect(sources).toContain(source)
})

test.each([
  ['google ads', '/services?gclid=Cj0 https://www.google.com/'],
  ['google ads', '/?gad_source=1&gad_campaignid=2 https://www.google.com/'],
  ['direct', '/contact'],
  ['yelp', '/contact https://www.breezeway.example/?utm_source=yelp#top'],
  ['direct', '/?gclid= http://'],
  ['unknown', 'javascript:x()'],
])('what comes down to %s is all that is left of %j', (source, visit) => {
  expect(sourceOfVisit(visit, ['breezeway.example'])).toBe(source)
})
