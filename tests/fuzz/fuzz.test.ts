import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { contactTargets } from './contact.ts'
import { pageMetadataTargets } from './page-metadata.ts'
import { serverTargets } from './server-targets.ts'
import { portions, type Target } from './target.ts'

const seed = 20_260_301

async function fuzzAll(targets: readonly Target[], total: number) {
  for (const { target, inputs } of portions(targets, total)) {
    const { failure, ...outcome } = await target.fuzz({ seed, inputs })
    expect.soft(failure, target.name).toBeUndefined()
    expect.soft(outcome).toMatchObject({ name: target.name, inputs })
  }
}

test('whatever a parser is given, it reads or refuses it at once', async () => {
  await fuzzAll([...contactTargets, ...pageMetadataTargets], 5_000)
})

describeOnDatabase('whatever the server is sent', (database) => {
  let server: Awaited<ReturnType<typeof serverTargets>>
  beforeAll(async () => {
    server = await serverTargets(database.handle())
  })
  afterAll(() => server.close())

  test('it answers plainly and soon, with nothing of its insides', async () => {
    await fuzzAll(server.targets, 300)
  })
})
