import { expect, test } from 'vitest'
import { adviceFor, waitsInJournal } from '#/content/machine-advice.ts'
import { findingCatalog, findingKeys } from '#/contracts/health/finding-catalog.ts'
import { readMetrics } from '#tests/support/app-builder.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { adminSite } from '#tests/support/suite-site.ts'
import { textOf } from './imports.ts'

const alerts = textOf('deploy/monitoring/alerts.yml')

describeOnDatabase('what is watched', (database) => {
  const { app } = adminSite(database)
  test('every metric of the rules is one that the product has', async () => {
    const body = await readMetrics(app())
    const known = [...body.matchAll(/^# HELP (\S+)/gm)].map(([, name]) => name)
    const named = alerts.match(/\bbreezeway_\w+/g) ?? []
    expect(named.length).toBeGreaterThan(2)
    expect(named.filter((name) => !known.includes(name))).toEqual([])
  })
})

test('what to do about each alert is told under its name, and nothing else is', () => {
  const named = [...alerts.matchAll(/- alert: (\w+)/g)].map(([, name]) => name)
  const [, told = ''] = /## What to watch\n(.*?)\n## /s.exec(textOf('docs/operations.md')) ?? []
  expect([...told.matchAll(/^### (.+)$/gm)].map(([, name]) => name)).toEqual(named)
})

test('what to do about each finding is told as the doctor says it', () => {
  const document = textOf('docs/operations.md')
  const told = [...document.matchAll(/^- `([a-z-]+)` \((bad|warn)\): (.*)$/gm)]
  const saidOnce = ` ${waitsInJournal}`
  expect(document).toContain(waitsInJournal)
  expect(told.map(([, ...finding]) => finding)).toEqual(
    findingKeys.map((key) => {
      const { severity } = findingCatalog[key]
      return [key, severity, adviceFor(key).replace(saidOnce, '')]
    }),
  )
})
