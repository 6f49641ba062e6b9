import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { api } from '#/contracts/endpoints/api.ts'
import { buildTestApp } from '#tests/support/app-builder.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { contactBody } from '#tests/support/factories.ts'
import { freePort } from '#tests/support/machine/free-port.ts'
import { saveSetting } from '../db/settings.ts'
import { makeProbeToken } from '../health/send-probe.ts'
import { describeFindings, examineAll, type Finding, good } from './finding.ts'
import { checkRunning } from './run-doctor.ts'

const inLines = (findings: Finding[]) => findings.map(({ state, text }) => `${state}: ${text}`)

describeOnDatabase('a process that runs', (database) => {
  test('is asked for all that it finds, which is told with what to do; a stranger hears a part', async () => {
    const app = await buildTestApp(database.handle())
    onTestFinished(() => app.close())
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.address() as AddressInfo
    const { db } = database.handle()
    const look = (token: string) => checkRunning({ host: '127.0.0.1', port }, token)
    const nothing = ['good: The site finds nothing wrong with itself.']
    expect(inLines(await look(await makeProbeToken(db)))).toEqual(nothing)
    // There is no contractor whom the server could ask.
    await saveSetting(db, 'offers', { isAutomatic: true })
    await app.inject({ method: 'POST', url: api.contact.path, payload: contactBody() })
    const wanting = {
      state: 'warn',
      text: 'A request has no contractor, or came back to you.',
      advice: expect.stringMatching(/^Choose a contractor/),
    }
    // A result is shared for a second.
    await expect.poll(async () => look(await makeProbeToken(db))).toEqual([wanting])
    expect(inLines(await look('made up'))).toEqual(nothing)
  })
})

test('where no process runs, that is said', async () => {
  expect(inLines(await checkRunning({ host: '127.0.0.1', port: await freePort() }))).toEqual([
    expect.stringMatching(/^warn: The site isn’t responding at http:/),
  ])
})

test('what does not answer or fails is named, and the rest is told all the same', async () => {
  const examined = await examineAll(
    [
      { name: 'Slow', look: () => new Promise(() => {}) },
      { name: 'Broken', look: () => Promise.reject(new Error('no such thing')) },
      { name: 'Well', look: async () => [good('It is well.')] },
    ],
    50,
  )
  expect(describeFindings(examined)).toEqual([
    'Slow',
    '  look  There was no answer in time.',
    '        Try again when the machine is less busy.',
    'Broken',
    '  BAD   This couldn’t be checked (no such thing).',
    '        Fix that and try again.',
    'Well',
    '  ok    It is well.',
  ])
})
