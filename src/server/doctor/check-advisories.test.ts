import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { testFolder } from '#tests/support/own-folder.ts'
import { checkAdvisories, runAudit } from './check-advisories.ts'

test('components: gaps are named with the time to fix them; a registry that is away is said', async () => {
  const look = async (text: string) =>
    (await checkAdvisories(async () => text)).map(({ state, text: said }) => `${state}: ${said}`)
  const url = 'https://github.com/advisories/GHSA-xxxx-xxxx-xxxx'
  const via = [{ title: 'Requests are mixed up.', url }]
  const gap = { name: 'fastify', severity: 'high', via }
  const affected = { name: 'plugin', severity: 'high', via: ['fastify'] }
  const report = (vulnerabilities: object) =>
    JSON.stringify({ auditReportVersion: 2, vulnerabilities })
  expect(await look(report({ fastify: gap, plugin: affected }))).toEqual([
    'warn: fastify has a known vulnerability (high): Requests are mixed up.',
  ])
  const [found] = await checkAdvisories(async () => report({ fastify: gap }))
  expect(found?.advice).toBe(
    `Install a newer version. There should be one within 7 days after the vulnerability became known, which ${url} shows.`,
  )
  expect(await look(report({}))).toEqual(['good: No component has a known vulnerability.'])
  for (const away of ['', '{"message":"request failed","error":{}}', '<html>']) {
    expect(await look(away)).toEqual([
      'warn: This machine can’t ask the npm registry whether a component has a known vulnerability.',
    ])
  }
})

test.skipIf(process.platform === 'win32')(
  'npm is asked for all that runs is built from, and heard though it ends with 1',
  async () => {
    const folder = testFolder()
    const npm = join(folder.path, 'npm')
    writeFileSync(npm, '#!/bin/sh\necho "$@"\nexit 1\n', { mode: 0o700 })
    vi.stubEnv('PATH', `${folder.path}:${process.env.PATH}`)
    onTestFinished(() => void vi.unstubAllEnvs())
    expect(await runAudit()).toBe('audit --json --include=dev\n')
  },
)
