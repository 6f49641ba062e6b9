import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { readConfig } from '../config/config.ts'
import { type Finding, good, told } from './finding.ts'
import { checkAdvisories, checkRunning, runAudit, withoutRepeats } from './run-doctor.ts'

const inLines = (findings: Finding[]) => findings.map(({ state, text }) => `${state}: ${text}`)

describe('a process that runs', () => {
  const since = '2026-01-02T12:00:00.000Z'
  async function serve(body: object) {
    const server = createServer((_request, response) => {
      response.setHeader('content-type', 'application/json').end(JSON.stringify(body))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    return checkRunning(readConfig({ PORT: `${port}` }))
  }

  test('is asked what it finds, which is told with what to do', async () => {
    const away = { key: 'database-away', text: 'The database is away.', since }
    expect(await serve({ findings: [away] })).toEqual([
      {
        ...{ state: 'bad', key: away.key, text: away.text },
        advice: expect.stringMatching(/^Start the database/),
      },
    ])
    expect(inLines(await serve({ findings: [] }))).toEqual([
      'good: The site finds nothing wrong with itself.',
    ])
  })

  test('and one that is none, or does not answer, is said', async () => {
    expect(inLines(await serve({ status: 'ready' }))).toEqual([
      expect.stringMatching(/^warn: No process of the site answers at http:/),
    ])
  })

  test('is believed: what follows from it is not told again', () => {
    const database = told({ key: 'database-slow', text: 'It is slow.' })
    const ofDatabase = told({ key: 'database-away', text: 'It does not answer.' })
    const journal = told({ key: 'requests-wait', text: '1 request waits.' })
    const findings = [ofDatabase, journal, good('PostgreSQL answers.')]
    const examined = withoutRepeats([
      { name: 'Running', findings: [database] },
      { name: 'Database', findings },
    ])
    expect(examined[1]?.findings).toEqual([journal, good('PostgreSQL answers.')])
    const [, both] = withoutRepeats([
      { name: 'Running', findings: [journal] },
      { name: 'Database', findings },
    ])
    expect(both?.findings).toEqual([ofDatabase, good('PostgreSQL answers.')])
  })
})

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
    'warn: fastify has a known gap (high): Requests are mixed up.',
  ])
  const [found] = await checkAdvisories(async () => report({ fastify: gap }))
  expect(found?.advice).toBe(
    `Install a newer version: there should be one within 7 days of the day on which the gap became known, which ${url} shows.`,
  )
  expect(await look(report({}))).toEqual(['good: No component has a known gap.'])
  for (const away of ['', '{"message":"request failed","error":{}}', '<html>']) {
    expect(await look(away)).toEqual([
      'warn: The registry of npm cannot be asked here whether a component has a known gap.',
    ])
  }
})

test.skipIf(process.platform === 'win32')(
  'npm is asked for what runs, and heard though it ends with 1',
  async () => {
    const folder = temporaryFolder()
    onTestFinished(folder.remove)
    const npm = join(folder.path, 'npm')
    writeFileSync(npm, '#!/bin/sh\necho "$@"\nexit 1\n', { mode: 0o700 })
    vi.stubEnv('PATH', `${folder.path}:${process.env.PATH}`)
    onTestFinished(() => void vi.unstubAllEnvs())
    expect(await runAudit()).toBe('audit --json --omit=dev\n')
  },
)
