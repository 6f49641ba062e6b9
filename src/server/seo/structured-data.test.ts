import { expect, test } from 'vitest'
import { builtInTowns as towns } from '#/content/area.ts'
import type { Site } from '#/contracts/pages/documents.ts'
import { publicPaths } from '#/contracts/site-routes.ts'
import { readConfig } from '../config/config.ts'
import { builtInStructuredData } from './structured-data.ts'

const site: Site = {
  ...readConfig({}).site,
  name: 'Cool & "Sons" </script>',
  domain: 'cool.example',
  phone: '4075550199',
  url: 'https://cool.example',
}

type Node = { '@type'?: string; '@id'?: string; [property: string]: unknown }

const graphOf = (path: string) => builtInStructuredData(path, site)['@graph'] as Node[]

const nodeOf = (path: string, type: string) => graphOf(path).find((node) => node['@type'] === type)

test.each(publicPaths)(
  '%s says who it is of, without ratings that nobody gave and addresses elsewhere',
  (path) => {
    const text = JSON.stringify(graphOf(path))
    expect(text).not.toMatch(/\{(name|phone|email|domain)\}/)
    expect(text).not.toMatch(/Rating|Review|HVACBusiness|streetAddress/)
    for (const [, address] of text.matchAll(/"(https?:[^"]*)"/g)) {
      expect(address).toMatch(/^https:\/\/cool\.example\//)
    }
  },
)

test('the network is known by its name, phone and towns', () => {
  const network = nodeOf('/', 'Organization')
  expect(network).toMatchObject({
    '@id': 'https://cool.example/#organization',
    name: site.name,
    telephone: '+14075550199',
    email: 'hello@cool.example',
    areaServed: towns.map((town) => ({ '@type': 'City', name: `${town}, FL` })),
  })
})

test('the page of a service says what the service is, and who gives it where', () => {
  expect(nodeOf('/services/ac-repair', 'Service')).toMatchObject({
    name: 'AC Repair & Installation',
    url: 'https://cool.example/services/ac-repair',
    provider: { '@id': nodeOf('/', 'Organization')?.['@id'] },
    areaServed: { length: towns.length },
  })
  expect(nodeOf('/', 'WebSite')).toMatchObject({ name: site.name })
  expect(nodeOf('/about', 'Service')).toBeUndefined()
})
