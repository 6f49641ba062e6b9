import { expect, test } from 'vitest'
import { attributionOfVisit } from './contact-routes.ts'

const own = ['breezeway.example', '127.0.0.1:3000']

test('the landing page is stored without what may be a secret in an address that leads nowhere', () => {
  const landing = (address: string) => attributionOfVisit(`${address} `, own)?.landingPage
  expect(
    ['/request/Abc4711/', '//request/Abc4711', '/services/ac-repair?gclid=1'].map(landing),
  ).toEqual([...['/request', '/', '/services/ac-repair?gclid=1']])
})

test('the first page, what led to it, and its campaign', () => {
  const visit =
    '/services?utm_source=google&utm_medium=cpc&utm_campaign=a%20b&gclid=Cj0&x=1 https://www.google.com/'
  expect(attributionOfVisit(visit, own)).toEqual({
    landingPage: '/services?utm_source=google&utm_medium=cpc&utm_campaign=a%20b&gclid=Cj0&x=1',
    referrer: 'https://www.google.com/',
    utm_source: 'google',
    utm_medium: 'cpc',
    utm_campaign: 'a b',
    gclid: 'Cj0',
  })
  const of = (visit: string) => Object.entries(attributionOfVisit(visit, own) ?? {})
  expect(of('/about ')).toEqual([['landingPage', '/about']])
  expect(of('/about')).toEqual([['landingPage', '/about']])
  for (const app of ['http://blog.example/', 'android-app://com.google.android.gm/']) {
    expect(of(`/about ${app}`)).toContainEqual(['referrer', app])
  }
  // A text must begin like an address to be one.
  expect(of('/about xhttps://www.google.com/')).toEqual([['landingPage', '/about']])
  expect(of('/about http://')).toEqual([['landingPage', '/about']])
  expect(attributionOfVisit('', own)).toBeUndefined()
  expect(attributionOfVisit('/about javascript:x()', own)).toEqual({ landingPage: '/about' })
  expect(attributionOfVisit('javascript:x() /about', own)).toBeUndefined()
})

test('a page of ours is no referrer, but nearer to the beginning', () => {
  const visit = '/contact https://www.breezeway.example/?utm_source=yelp#top'
  expect(attributionOfVisit(visit, own)).toEqual({
    landingPage: '/?utm_source=yelp',
    utm_source: 'yelp',
  })
  // A site whose name contains ours is another one.
  expect(attributionOfVisit('/contact https://my.www.breezeway.example/', own)).toEqual({
    landingPage: '/contact',
    referrer: 'https://my.www.breezeway.example/',
  })
  expect(attributionOfVisit('/contact https://breezewww.way.example/', own)).toEqual({
    landingPage: '/contact',
    referrer: 'https://breezewww.way.example/',
  })
})

test('what is too long is cut between characters', () => {
  const long = attributionOfVisit(`/?utm_term=${encodeURIComponent('\u{1F975}'.repeat(120))}x`, own)
  expect(long?.utm_term?.isWellFormed()).toBe(true)
  expect(long?.landingPage).toHaveLength(500)
})
