import { expect, test } from 'vitest'
import { towns } from '#/content/areas.ts'
import { business } from '#/content/business.ts'
import { faqs } from '#/content/faqs.ts'
import { hoursInWords } from '#/contracts/hours/week.ts'
import type { Site } from '#/contracts/pages/documents.ts'
import { publicPaths } from '#/contracts/routes.ts'
import { builtInStructuredData } from './structured-data.ts'

const site: Site = {
  name: 'Cool & "Sons" </script>',
  domain: 'cool.example',
  phone: '4075550199',
  hours: hoursInWords(business.hours.week),
  url: 'https://cool.example',
  apiBaseUrl: '',
}

type Node = { '@type'?: string | string[]; '@id'?: string; [property: string]: unknown }

const typesOf = (node: Node) => [node['@type'] ?? []].flat()

function graphOf(path: string): Node[] {
  return builtInStructuredData(path, site)['@graph'] as Node[]
}

const nodeOf = (path: string, type: string) =>
  graphOf(path).find((node) => typesOf(node).includes(type))

test.each(publicPaths)(
  '%s says what it is, without ratings that nobody gave and addresses elsewhere',
  (path) => {
    const graph = graphOf(path)
    const text = JSON.stringify(graph)
    expect(text).not.toMatch(/\{(name|phone|email|domain)\}/)
    expect(text).not.toMatch(/Rating|Review|HVACBusiness|streetAddress/)
    for (const [, address] of text.matchAll(/"(https?:[^"]*)"/g)) {
      expect(address).toMatch(/^https:\/\/cool\.example\//)
    }
    expect(graph).toContainEqual(
      expect.objectContaining({ url: site.url + path, name: expect.any(String) }),
    )
  },
)

test('the network is known by its name, phone, towns and hours', () => {
  const network = nodeOf('/', 'Organization')
  expect(network).toMatchObject({
    '@id': 'https://cool.example/#organization',
    name: site.name,
    telephone: '+14075550199',
    email: 'hello@cool.example',
    areaServed: towns.map((town) => ({ '@type': 'City', name: `${town}, FL` })),
  })
  const [office, emergency] = (network?.contactPoint ?? []) as Node[]
  expect(office?.hoursAvailable).toMatchObject([
    { opens: '07:00', closes: '19:00', dayOfWeek: { length: 5 } },
    { opens: '08:00', closes: '14:00', dayOfWeek: ['Saturday'] },
  ])
  expect(emergency?.hoursAvailable).toMatchObject({
    opens: '00:00',
    closes: '23:59',
    dayOfWeek: { length: 7 },
  })
})

test('each kind of page has the nodes that search engines look for', () => {
  expect(nodeOf('/', 'WebSite')).toMatchObject({ name: site.name })
  expect(publicPaths.filter((path) => !nodeOf(path, 'BreadcrumbList'))).toEqual(['/'])
  expect(nodeOf('/services/ac-repair', 'BreadcrumbList')?.itemListElement).toMatchObject([
    { position: 1, name: 'Home', item: { '@id': 'https://cool.example/' } },
    { position: 2, name: 'Services', item: { '@id': 'https://cool.example/services' } },
    { position: 3, name: 'AC Repair & Installation' },
  ])
  expect(nodeOf('/services/ac-repair', 'Service')).toMatchObject({
    provider: { '@id': nodeOf('/', 'Organization')?.['@id'] },
    areaServed: { length: towns.length },
  })
  expect(nodeOf('/contact', 'FAQPage')?.mainEntity).toHaveLength(faqs.length)
  expect(nodeOf('/services', 'CollectionPage')?.mainEntity).toMatchObject({
    '@type': 'ItemList',
    itemListElement: { length: 7 },
  })
})

test('a page names its subject, and the way to it', () => {
  const pageOf = (path: string) => graphOf(path).find((node) => 'isPartOf' in node)
  const network = { '@id': 'https://cool.example/#organization' }
  expect(pageOf('/about')).toMatchObject({ '@type': 'AboutPage', mainEntity: network })
  expect(pageOf('/service-areas')).toMatchObject({ about: network })
  expect(pageOf('/terms-of-service')).toMatchObject({ dateModified: expect.any(String) })
  for (const path of publicPaths) {
    expect([path, 'breadcrumb' in (pageOf(path) ?? {})]).toEqual([path, path !== '/'])
  }
  expect(pageOf('/')?.name).toBe(site.name)
  expect(nodeOf('/about', 'BreadcrumbList')?.itemListElement).toMatchObject([
    { position: 1, name: 'Home' },
    { position: 2 },
  ])
  const list = nodeOf('/services', 'CollectionPage')?.mainEntity as { itemListElement: unknown }
  expect(list.itemListElement).toMatchObject(
    [1, 2, 3, 4, 5, 6, 7].map((position) => ({ position })),
  )
})

test('only the emergency service says that it is there at every hour', () => {
  const withHours = publicPaths.filter((path) => nodeOf(path, 'Service')?.hoursAvailable)
  expect(withHours).toEqual(['/services/emergency-hvac'])
})

test('answers keep their paragraphs apart', () => {
  const [longest] = [...faqs].sort((a, b) => b.answer.length - a.answer.length)
  const questions = nodeOf('/contact', 'FAQPage')?.mainEntity as {
    acceptedAnswer: { text: string }
  }[]
  const found = questions.find((_question, index) => faqs[index] === longest)
  expect(found?.acceptedAnswer.text.split('\n\n')).toHaveLength(longest?.answer.length ?? 0)
})
