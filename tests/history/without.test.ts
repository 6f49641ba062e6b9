import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { cures } from './without.ts'

test.each(Object.entries(cures))(
  'the code has what a run without %s takes out of it, once',
  (_cure, changes) => {
    for (const { file, text } of changes) {
      const times = readFileSync(file, 'utf8').split(text).length - 1
      expect([text, times]).toEqual([text, 1])
    }
  },
)
