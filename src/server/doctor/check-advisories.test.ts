import { expect, test } from 'vitest'
import { checkAdvisories } from './check-advisories.ts'

test('components: gaps are named with the time to fix them; a registry that is away is said', async () => {
  const look = async (text: string) =>
    (await checkAdvisories(async () => text)).map(({ state, text: said }) => `${state}: ${said}`)
  const gap = { name: 'fastify', severity: 'high', via: [{ title: 'Requests are mixed up.' }] }
  const affected = { name: 'plugin', severity: 'high', via: ['fastify'] }
  const report = (vulnerabilities: object) =>
    JSON.stringify({ auditReportVersion: 2, vulnerabilities })
  expect(await look(report({ fastify: gap, plugin: affected }))).toEqual([
    'warn: fastify has a known gap (high): Requests are mixed up.',
  ])
  expect(await look(report({}))).toEqual(['good: No component has a known gap.'])
  for (const away of ['', '{"message":"request failed","error":{}}', '<html>']) {
    expect(await look(away)).toEqual([
      'warn: The registry of npm cannot be asked here whether a component has a known gap.',
    ])
  }
})
