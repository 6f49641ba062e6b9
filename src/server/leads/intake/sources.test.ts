import { expect, test } from 'vitest'
import type { Attribution } from '#/contracts/attribution.ts'
import { sourceOf } from './sources.ts'

test.each<[string, Attribution | null]>([
  ['unknown', null],
  ['direct', {}],
  ['direct', { landingPage: '/services', referrer: 'nonsense' }],
  ['google ads', { gclid: 'x', utm_source: 'newsletter' }],
  ['google ads', { gbraid: 'x' }],
  ['google ads', { utm_source: 'Google', utm_medium: 'CPC' }],
  ['google', { utm_source: 'google', utm_medium: 'organic' }],
  ['google', { referrer: 'https://www.google.co.uk/' }],
  ['bing ads', { msclkid: 'x' }],
  ['bing', { referrer: 'https://www.bing.com/search?q=ac' }],
  ['facebook', { fbclid: 'x', referrer: 'https://l.facebook.com/' }],
  ['facebook ads', { fbclid: 'x', utm_source: 'fb', utm_medium: 'paid_social' }],
  ['facebook', { referrer: 'https://m.facebook.com/' }],
  ['instagram', { referrer: 'https://l.instagram.com/' }],
  ['yelp', { referrer: 'https://www.yelp.com/biz/x' }],
  ['email', { utm_source: 'spring', utm_medium: 'email' }],
  ['other campaign', { utm_source: '=HYPERLINK("x")' }],
  ['other site', { referrer: 'https://notgoogle.com.example.org/' }],
  ['other site', { referrer: 'https://evilfacebook.com/' }],
])('a visit from %s', (source, attribution) => expect(sourceOf(attribution)).toBe(source))
