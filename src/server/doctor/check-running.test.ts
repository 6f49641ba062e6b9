import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../config/config.ts'
import { checkRunning } from './check-running.ts'
import { type Finding, good, told } from './finding.ts'
import { withoutRepeats } from './run-doctor.ts'

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
