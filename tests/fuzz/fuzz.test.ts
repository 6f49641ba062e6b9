/** @module-tag slow */
import { inject, test } from 'vitest'
import { testConfig } from '#tests/support/app-builder.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { adminSite } from '#tests/support/suite-site.ts'
import { contactParsers } from './contact.ts'
import { pageMetadataParsers } from './page-metadata.ts'
import { fuzzingRoutes } from './routes.ts'

/** `npm run faults -- fuzz` gives them a hundred thousand, or INPUTS, with another seed each time. */
const isFull = inject('faults') === 'full'
const { SEED = isFull ? Date.now() % 1_000_000 : 20_260_301, INPUTS = 100_000 } = process.env
const seed = Number(SEED)
const timeout = isFull ? 24 * 3_600_000 : 300_000

const parsers = [...contactParsers, ...pageMetadataParsers]

/** A request costs as much as a hundred inputs of a parser. Whole numbers: fast-check never ends at others. */
const counts = isFull
  ? {
      parser: Math.ceil((Number(INPUTS) * 0.975) / parsers.length),
      server: Math.ceil(Number(INPUTS) * 0.025),
    }
  : { parser: 750, server: 300 }

test('whatever a parser is given, it reads or refuses it at once', { timeout }, async () => {
  for (const fuzz of parsers) await fuzz(counts.parser, seed)
})

describeOnDatabase('whatever the server is sent', (database) => {
  const config = testConfig({ contactLimits: { perMinute: 1e9, perHour: 1e9 } })
  const { app, db } = adminSite(database, { build: { config } })

  test('it answers plainly and soon, with nothing of its insides', { timeout }, async () => {
    const fuzz = await fuzzingRoutes(app(), db())
    await fuzz(counts.server, seed)
  })
})
