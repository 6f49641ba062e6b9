/**
 * `npm run bench:flood`: what strangers can do to the product: for each kind of flood what became of
 * it, how long a genuine visitor waits during it and one second after, and the memory. `--only` names
 * one kind; `--times` floods so often before, which shows whether the memory grows with each flood.
 */
import { execFileSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { apiPaths, pagePaths } from '#/contracts/routes.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { type Attack, attackFor, attackNames } from './flood-attacks.ts'
import { createLimits, median, printLine } from './limits.ts'
import { memoryMb, type Program, startArguments, startProgram } from './processes.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const visits = 60

/** Long enough that who does not read or send is cut off before the end. */
const attackSeconds: Record<Attack['name'], number> = {
  pipelined: 8,
  unread: 37,
  trickling: 37,
  streams: 8,
  guesses: 8,
}

/** A visit may take this much longer a second after a flood: its share, and what a clock is off. */
const slower = { factor: 1 / 0.95, ms: 1 }

/** How long after a flood its memory is to be given back. */
const restMs = 20_000

/** Millions of bytes that the memory may be larger then. */
const maxGrowthMb = 60

const owner = { email: 'owner@example.com', password: 'correct horse battery' }

async function visit(url: string): Promise<number> {
  const began = performance.now()
  const answer = await fetch(url + pagePaths.home, { headers: { connection: 'close' } })
  await answer.arrayBuffer()
  return answer.status === 200 ? performance.now() - began : Number.POSITIVE_INFINITY
}

async function visitOften(url: string): Promise<number> {
  const times: number[] = []
  for (let number = 0; number < visits; number += 1) times.push(await visit(url))
  return median(times)
}

async function signIn(url: string): Promise<string> {
  const answer = await fetch(url + apiPaths.signIn, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(owner),
  })
  return answer.headers.getSetCookie()[0]?.split(';', 1)[0] ?? ''
}

/** Visits until the attack is over; answers the median and longest visit and the most memory. */
async function watch({ url, pid }: Program, attack: Promise<unknown>) {
  let isOver = false
  const times: number[] = []
  const memory: number[] = []
  const end = () => (isOver = true)
  attack.then(end, end)
  while (!isOver) {
    times.push(await visit(url).catch(() => Number.POSITIVE_INFINITY))
    memory.push(memoryMb([pid]))
    await sleep(100)
  }
  return { times, memory: Math.max(...memory) }
}

const { values } = parseArgs({
  options: { only: { type: 'string' }, times: { type: 'string', default: '0' } },
})
execFileSync(process.execPath, ['scripts/build.ts'], { cwd: root })
const folder = temporaryFolder()
const limits = createLimits()
const ms = (value: number) => `${value.toFixed(1)} ms`
try {
  for (const name of attackNames.filter((each) => !values.only || each === values.only)) {
    const program = await startProgram({
      args: startArguments(root),
      cwd: root,
      env: { DATA_DIR: folder.path, ADMIN_EMAIL: owner.email, ADMIN_PASSWORD: owner.password },
    })
    const { url, pid } = program
    const cookie = await signIn(url)
    await visitOften(url)
    const idle = await visitOften(url)
    const before = memoryMb([pid])
    const flood = () => attackFor({ name, url, cookie, seconds: attackSeconds[name] })
    for (let earlier = 1; earlier <= Number(values.times); earlier += 1) {
      await flood()
      await sleep(restMs)
      printLine(`memory after flood ${earlier}: ${memoryMb([pid]).toFixed(0)} MB`)
    }
    const attack = flood()
    const during = await watch(program, attack)
    const { statuses, opened, closed } = await attack
    await sleep(1_000)
    const after = await visitOften(url)
    await sleep(restMs)
    const left = memoryMb([pid])
    await program.end()

    const refused = during.times.filter((time) => time === Number.POSITIVE_INFINITY).length
    printLine(
      `\n${name}: ${opened} connections, ${closed} closed, answers ${JSON.stringify(statuses)}`,
    )
    printLine(
      `  a visit during it ${ms(median(during.times))}, at most ${ms(Math.max(...during.times))}; ${refused} of ${during.times.length} refused`,
    )
    const most = idle * slower.factor + slower.ms
    limits.check(
      `a visit a second after ${ms(after)} (at most ${ms(most)}; idle ${ms(idle)})`,
      after <= most,
    )
    const what = `memory before ${before.toFixed(0)} MB, during ${during.memory.toFixed(0)}, after ${left.toFixed(0)}`
    limits.check(`${what} (at most ${maxGrowthMb} more)`, left <= before + maxGrowthMb)
  }
} finally {
  folder.remove()
}
process.exit(limits.conclude())
