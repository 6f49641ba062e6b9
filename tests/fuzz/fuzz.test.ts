import { afterAll, expect, test } from 'vitest'
import { temporaryFolder } from '../temporary-folder.ts'
import { parserTargets } from './parsers/parser-targets.ts'
import { portions } from './target.ts'

const seed = 20_260_301
const folder = temporaryFolder()
afterAll(() => folder.remove())

const targets = await parserTargets(folder.path)

test.each(portions(targets, 8_000))('$target.name', async ({ target, inputs }) => {
  expect(await target.fuzz({ seed, inputs })).toMatchObject({ inputs })
})
