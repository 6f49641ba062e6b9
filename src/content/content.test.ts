import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { hoursInWords } from '#/contracts/hours/week.ts'
import {
  cardServiceIds,
  choiceServiceIds,
  detailServiceIds,
  serviceChoices,
} from '#/contracts/site/services.ts'
import {
  additionalTowns,
  areaOnPages,
  builtInArea,
  centralTowns,
  coverageTowns,
  footerTowns,
  builtInTowns as towns,
} from './area.ts'
import { business, fillWords } from './business.ts'
import { footer, header } from './chrome.ts'
import { danger as dangers } from './danger.ts'
import { consent, estimateForm, estimateOutcome, licenseWords } from './estimate-form.ts'
import { faqs } from './faqs.ts'
import { privacyPolicy } from './legal/privacy-policy.ts'
import { termsOfService } from './legal/terms-of-service.ts'
import { confirmationMail } from './mails.ts'
import { aboutPage } from './pages/about.ts'
import { contactPage } from './pages/contact.ts'
import { homePage, summaryCards } from './pages/home.ts'
import { notFoundPage, serviceNotFound } from './pages/not-found.ts'
import { regionCard, serviceAreasPage } from './pages/service-areas.ts'
import { servicesPage } from './pages/services.ts'
import { sitemapPage } from './pages/sitemap.ts'
import { places, type Symptom, whatsWrongPage } from './pages/whats-wrong.ts'
import { requestPage } from './request-page.ts'
import { breakerRule, dangerLine } from './safety.ts'
import { emergencyHvac } from './services/emergency-hvac.ts'
import { serviceCards } from './services/service-cards.ts'
import { serviceImageAlts } from './services/service-detail.ts'
import { serviceDetails } from './services/service-details.ts'
import { serviceChoiceLabels, services, shortDescriptions } from './services.ts'
import { testimonials } from './testimonials.ts'

const central = builtInArea.towns.slice(0, 3)

const filled = (text: string) =>
  fillWords(text, {
    name: business.name,
    domain: business.domain,
    phone: business.phone,
    hours: hoursInWords(business.hours.week),
    isAlwaysAnswered: true,
    ...areaOnPages(builtInArea),
  })

/** Every string in a value, however deep. */
function strings(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (value !== null && typeof value === 'object') return Object.values(value).flatMap(strings)
  return []
}

function sources(): { path: string; text: string }[] {
  const folder = import.meta.dirname
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .map((path) => ({ path, text: readFileSync(`${folder}/${path}`, 'utf8') }))
}

test('the short form has seven services with the names and lines of the specification', () => {
  const lines = new Map<string, string>(Object.entries(shortDescriptions))
  const catalogue = Object.entries(services).map(([id, { name }]) => [name, lines.get(id)])
  expect(catalogue.slice(0, 7)).toEqual([
    ['Residential HVAC', 'Expert installation and repair for homes'],
    ['Commercial HVAC', 'Professional solutions for businesses'],
    ['AC Repair & Installation', 'Fast, reliable air conditioning repairs and installations'],
    ['Heating Systems', 'Professional heating system installation and maintenance'],
    ['Emergency HVAC', '24/7 emergency services for urgent issues'],
    ['Duct Cleaning & Air Quality', 'Professional duct cleaning and indoor air quality services'],
    ['HVAC Maintenance', 'Preventive maintenance to keep systems running efficiently'],
  ])
})

test('the form offers eight services and not-sure, with their labels', () => {
  expect(serviceChoices.map((id) => serviceChoiceLabels[id])).toEqual([
    'Residential HVAC',
    'Commercial HVAC',
    'AC Repair & Installation',
    'HVAC Inspections',
    'Energy Efficiency Upgrades',
    'Duct Cleaning',
    'Heating System Installation',
    'Emergency HVAC',
    'Not Sure / Need Consultation',
  ])
})

test('no text of one service page stands on another', () => {
  const texts = Object.values(serviceDetails).flatMap(strings)
  expect(texts.filter((text, at) => texts.indexOf(text) !== at)).toEqual([])
  const cardTexts = Object.values(serviceCards).flatMap(({ description, features }) => [
    description,
    ...features,
  ])
  expect(cardTexts.filter((text, at) => cardTexts.indexOf(text) !== at)).toEqual([])
})

test('alt texts are short, distinct and say what is seen', () => {
  const alts = [
    ...Object.values(serviceImageAlts),
    ...central.map((town) => regionCard(town).imageAlt ?? ''),
    homePage.hero.imageAlt,
    aboutPage.hero.imageAlt,
    notFoundPage.imageAlt,
  ]
  expect(new Set(alts).size).toBe(alts.length)
  for (const alt of alts) {
    expect(alt).not.toMatch(/^(image|picture|photo) of/i)
    expect(alt.split(' ').length, alt).toBeLessThanOrEqual(12)
  }
})

test('the area lists have the names and the order of the specification', () => {
  expect(towns).toEqual([
    ...['Deltona', 'DeBary', 'Orange City', 'DeLand', 'Lake Monroe', 'Sanford', 'Lake Mary'],
    ...['Altamonte Springs', 'Casselberry', 'Winter Park', 'Longwood', 'Oviedo', 'Winter Springs'],
    ...['Enterprise', 'Osteen'],
  ])
  expect(centralTowns(towns)).toEqual(['Deltona', 'DeBary', 'Orange City'])
  expect(central.map((town) => regionCard(town).areas.length)).toEqual([4, 4, 4])
  expect(additionalTowns(towns)).toEqual(towns.slice(5, 14))
  expect(coverageTowns(towns)).toEqual(towns.slice(0, 6))
  expect(footerTowns(towns)).toEqual([
    'Deltona',
    'DeBary',
    'Orange City',
    'DeLand',
    'Sanford',
    'Lake Mary',
    'Winter Park',
  ])
})

test('the lists are as long as the specification has them', () => {
  const lists = { cardServiceIds, choiceServiceIds, detailServiceIds, summaryCards, testimonials }
  const lengths = Object.entries(lists).map(([name, list]) => [name, list.length])
  expect(Object.fromEntries(lengths)).toEqual({
    cardServiceIds: 7,
    detailServiceIds: 10,
    choiceServiceIds: 8,
    summaryCards: 3,
    testimonials: 6,
  })
  expect(testimonials.every(({ rating }) => rating === 5)).toBe(true)
  expect([
    servicesPage.highlights.cards.length,
    homePage.benefits.tiles.length,
    aboutPage.features.cards.length,
    contactPage.services.ids.length,
    footer.services.links.length,
  ]).toEqual([3, 4, 4, 8, 5])
  const namesOf = (items: readonly { id: string }[]) => items.map(({ id }) => id).join(' ')
  expect(namesOf(faqs)).toBe('matching licensed response warranties')
  expect(namesOf(aboutPage.values.items)).toBe('integrity excellence reliability community')
  expect(namesOf(aboutPage.process.steps)).toBe('consultation matching execution follow-up')
  expect(aboutPage.stats.items.map(({ id }) => business.claimed[id])).toEqual([
    '1,000+',
    '30+',
    '15+',
    '98%',
  ])
  expect(servicesPage.whyChoose.commitments.map(({ title }) => title)).toEqual([
    'Qualified Professionals',
    'Free Estimates',
    'Quality Equipment',
    'Responsive Service',
    'Satisfaction Guaranteed',
  ])
})

test('every symptom says what to do now, and what is dangerous comes with a call', () => {
  const symptoms = places.flatMap((place): readonly Symptom[] => place.symptoms)
  expect(new Set(symptoms.map(({ sign }) => sign)).size).toBe(symptoms.length)
  for (const { sign, often, now, service, urgent } of symptoms) {
    expect(detailServiceIds, sign).toContain(service)
    expect(
      [often, now].every((text) => text.endsWith('.')),
      sign,
    ).toBe(true)
    const isDangerous = /burning|breaker|lightning/i.test(sign)
    expect([sign, urgent ?? false]).toEqual([sign, isDangerous])
  }
})

test('where there is danger the call is to 911, and heat stroke says what to do until help comes', () => {
  for (const danger of [/gas/, /carbon monoxide/, /fire/, /heat stroke/i]) {
    const found = dangers.signs.filter(({ sign }) => danger.test(sign))
    expect(found).toHaveLength(1)
    expect(found[0]?.now).toMatch(/call 911/i)
    expect(dangerLine).toMatch(danger)
  }
  const heatStroke = dangers.signs.at(-1)?.now
  for (const step of [/cool place/, /wet/i, /fan/, /neck, armpits and groin/, /nothing to drink/]) {
    expect(heatStroke).toMatch(step)
  }
})

test('what answers a request promises one time, the one of this request', () => {
  const { answer, matching, estimate, emergency } = business.responsePromise
  const texts = [...strings([estimateForm, confirmationMail, estimateOutcome, requestPage])]
  expect(texts.filter((text) => text === answer)).toHaveLength(2)
  for (const other of [matching, estimate, emergency, business.hours.always]) {
    expect(texts.filter((text) => text.includes(other))).toEqual([])
  }
})

test('the license is named, or why there is none; who it is of is checked', () => {
  expect(licenseWords('CAC1234567')).toMatch(
    /^Our Florida license is CAC1234567\. Every contractor/,
  )
  expect(licenseWords(null)).toMatch(/^We’re a referral service\. Every/)
})

test('the guarantee on the services page is the one of the terms', () => {
  const { name, promise } = business.guarantee
  const commitment = servicesPage.whyChoose.commitments.at(-1)
  expect(commitment?.title).toBe(name)
  expect(commitment?.text.toLowerCase()).toContain(promise)
  expect(strings(termsOfService.addition).join(' ')).toContain(`${name}, it means our own part`)
  expect(strings(termsOfService.addition).join(' ')).toContain(promise)
})

test('there is one rule for a breaker that has tripped: it stays off', () => {
  expect(breakerRule).toMatch(/^Leave the breaker off/)
  for (const { path, text } of sources()) {
    if (path !== 'safety.ts')
      expect(text, path).not.toMatch(/leave the breaker|reset (it|the|a)\b/i)
  }
  for (const place of [emergencyHvac.description, places]) {
    expect(strings(place).join(' ')).toContain(breakerRule)
  }
})

test('legal pages have nine and fourteen sections with distinct anchors', () => {
  for (const [document, count] of [
    [privacyPolicy, 9],
    [termsOfService, 14],
  ] as const) {
    expect(document.sections).toHaveLength(count)
    expect(new Set(document.sections.map(({ id }) => id)).size).toBe(count)
    expect(document.lastUpdated).toBe('January 11, 2025')
  }
  expect(strings(privacyPolicy).join(' ')).toMatch(/children under 13/)
  expect(strings(termsOfService).join(' ')).toMatch(/\{county\}, Florida/)
  expect(strings(termsOfService).join(' ')).toMatch(/the amount paid for the service/)
})

test('headings, buttons and messages stand as the specification has them', () => {
  expect(header.links.map(({ label }) => label)).toEqual([
    'HOME',
    'SERVICES',
    'ABOUT',
    'SERVICE AREAS',
    'CONTACT',
  ])
  expect([
    homePage.defaultH1,
    servicesPage.defaultH1,
    aboutPage.defaultH1,
    serviceAreasPage.defaultH1,
    contactPage.defaultH1,
  ]).toEqual([
    'PROFESSIONAL HVAC SOLUTIONS',
    'Our Services',
    'About Us',
    'Our Service Areas',
    'CONTACT US',
  ])
  expect(estimateForm.estimate.title).toBe('GET YOUR FREE ESTIMATE')
  expect(estimateForm.estimate.error.fallback).toBe('Please try again later or call us directly.')
  expect([notFoundPage.heading, notFoundPage.text]).toEqual([
    '404 Page Not Found',
    'Did you forget to add the page to the router?',
  ])
  expect([serviceNotFound.heading, serviceNotFound.text]).toEqual([
    'Service Not Found',
    "The service you're looking for doesn't exist.",
  ])
  expect(consent.version).toMatch(/^\d{4}-\d\d-\d\d$/)
})

test('titles and descriptions for search have the recommended lengths', () => {
  const pages = [
    homePage,
    servicesPage,
    aboutPage,
    serviceAreasPage,
    contactPage,
    sitemapPage,
    whatsWrongPage,
    privacyPolicy,
    termsOfService,
    ...Object.values(serviceDetails),
  ]
  const outside = pages.flatMap(({ metaTitle, metaDescription }) => {
    const title = filled(metaTitle).length
    const description = filled(metaDescription).length
    const fits = title >= 50 && title <= 60 && description >= 150 && description <= 160
    return fits ? [] : [{ metaTitle, title, description }]
  })
  expect(outside).toEqual([])
})

test('no file holds unfinished or foreign text', () => {
  for (const { path, text } of sources()) {
    expect(text, path).not.toMatch(/lorem|ipsum|todo|tbd|fixme|xxx|foundation/i)
    expect(text, path).not.toMatch(/[\u2013\u2014\u2018\u201c\u201d]/)
  }
})

test('the phone, the hours and the numbers claimed stand in the business record only', () => {
  for (const { path, text } of sources()) {
    if (path === 'business.ts') continue
    expect(text, path).not.toContain(business.phone)
    expect(text, path).not.toMatch(/\d ?[AP]M/)
    expect(text, path).not.toContain(business.name)
    for (const claimed of Object.values(business.claimed)) expect(text, path).not.toContain(claimed)
  }
})
