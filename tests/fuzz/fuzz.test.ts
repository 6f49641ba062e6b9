/** @module-tag slow */
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { buildTestApp, testConfig } from '#tests/support/app-builder.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { contactTargets } from './contact.ts'
import { pageMetadataTargets } from './page-metadata.ts'
import { routeTarget } from './route-target.ts'
import { portions, type Target } from './target.ts'

/** `npm run faults -- fuzz` gives them ten million, with another seed each time, for some hours. */
const isFull = inject('faults') === 'full'
const { SEED = isFull ? Date.now() % 1_000_000 : 20_260_301, INPUTS = 10_000_000 } = process.env
const seed = Number(SEED)
const timeout = isFull ? 24 * 3_600_000 : 300_000

/** A request costs as much as a hundred inputs of a parser. */
const counts = isFull
  ? { parsers: Number(INPUTS) * 0.975, server: Number(INPUTS) * 0.025 }
  : { parsers: 5_000, server: 300 }

async function fuzzAll(targets: readonly Target[], total: number) {
  for (const { target, inputs } of portions(targets, total)) {
    const { failure, slowestMs, ...outcome } = await target.fuzz({ seed, inputs })
    const slowest = `slowest ${slowestMs.toFixed()} ms, SEED=${seed}`
    if (isFull) process.stdout.write(`${target.name}: ${inputs} inputs, ${slowest}\n`)
    expect.soft(failure, target.name).toBeUndefined()
    expect.soft(outcome).toEqual({ name: target.name, inputs })
  }
}

test('whatever a parser is given, it reads or refuses it at once', { timeout }, async () => {
  await fuzzAll([...contactTargets, ...pageMetadataTargets], counts.parsers)
})

describeOnDatabase('whatever the server is sent', (database) => {
  let app: FastifyInstance
  let targets: Target[]
  beforeAll(async () => {
    const unlimited = { perMinute: 1e9, perHour: 1e9 }
    app = await buildTestApp(database.handle(), {
      config: testConfig({ contactLimits: unlimited }),
    })
    const { db } = database.handle()
    targets = [await routeTarget(app, db)]
  })
  afterAll(() => app.close())

  test('it answers plainly and soon, with nothing of its insides', { timeout }, async () => {
    await fuzzAll(targets, counts.server)
  })
})
