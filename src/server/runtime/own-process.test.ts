import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { suiteFolder } from '#tests/support/own-folder.ts'
import { runInOwnProcess } from './own-process.ts'

const folder = suiteFolder()

/** A program that returns what `code` evaluates to. */
function entryThat(code: string): string {
  const entry = join(folder.path, `${code.length}.mjs`)
  const module = new URL('own-process.ts', import.meta.url)
  writeFileSync(
    entry,
    `import { execFileSync } from 'node:child_process'
     import { answerOrder } from ${JSON.stringify(module.href)}
     answerOrder(async () => { ${code} })`,
  )
  return entry
}

test.runIf(process.platform === 'linux')(
  'when memory runs out the system ends it, and what it starts, before the server',
  async () => {
    const read = `execFileSync('cat', ['/proc/self/oom_score_adj']).toString().trim()`
    const answer = await runInOwnProcess(entryThat(`return { score: ${read} }`), {})
    expect(answer).toEqual({ score: '1000' })
  },
)

test('one that ends without an answer has none', async () => {
  const killed = entryThat(`process.kill(process.pid, 'SIGKILL')`)
  expect(await runInOwnProcess(killed, {})).toBeUndefined()
})

test('one that does not end after its answer is ended', { tags: 'slow' }, async () => {
  const lasting = entryThat(
    `process.exit = () => setInterval(() => {}, 1e6); return { done: true }`,
  )
  expect(await runInOwnProcess(lasting, {})).toEqual({ done: true })
})
