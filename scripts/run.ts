/**
 * `npm run bench -- NAME` and `npm run faults -- NAME` run one of what stands below, with the words that
 * follow as its arguments. Without a name they run all of it, one after the other. With a name that is not
 * there they print the names.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { basename } from 'node:path'

/** A command, word by word. */
type Command = readonly string[]

const node = (file: string): Command => [process.execPath, file]
const vitest = (...words: string[]): Command => ['vitest', 'run', '--mode', ...words]

const benches = Object.fromEntries(
  globSync('bench/*.ts')
    .sort()
    .map((file) => [basename(file, '.ts'), [node(file)]]),
)

const faults: Record<string, readonly Command[]> = {
  full: [vitest('full', 'tests/faults', 'src/server/referrals/')],
  slow: [vitest('slow'), ['playwright', 'test', '--grep', '@slow']],
  flaky: [node('tests/flaky/run.ts')],
  drill: [vitest('full', 'tests/drill')],
  history: [node('tests/history/run.ts')],
  failover: [
    [
      ...node('tests/history/run.ts'),
      ...['--setup', 'failover', '--leads', '2000', '--faults', '1', '--only', 'primary killed'],
    ],
  ],
  pgbackrest: [node('tests/faults/pgbackrest/run.ts')],
  fuzz: [vitest('full', 'tests/fuzz')],
  world: [node('tests/world/run.ts')],
  disk: [node('tests/faults/disk/run.ts')],
  deploys: [node('tests/deploy/run.ts')],
  install: [node('tests/deploy/install/run.ts')],
}

const kinds: Record<string, Record<string, readonly Command[]>> = { bench: benches, faults }

let child: ChildProcess | undefined
let isStopped = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    isStopped = true
    child?.kill(signal)
  })
}

/** Runs one command to its end. Returns its exit code. */
async function run([file = '', ...words]: Command): Promise<number> {
  child = spawn(file, words, { stdio: 'inherit' })
  const [code] = await once(child, 'exit')
  return code ?? 1
}

const [kind = '', name, ...words] = process.argv.slice(2)
const all = kinds[kind] ?? {}
const chosen = name === undefined ? Object.values(all).flat() : all[name]
if (chosen) {
  // Each is run, whatever the one before has shown, unless a person stops it.
  for (const command of chosen) {
    if (!isStopped) process.exitCode = (await run([...command, ...words])) || process.exitCode
  }
} else {
  process.stderr.write(`npm run ${kind} -- NAME, which is one of: ${Object.keys(all).join(', ')}\n`)
  process.exitCode = 1
}
