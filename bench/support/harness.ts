import { printLine } from '#tests/support/machine/rows.ts'
import { startServer } from '#tests/support/server-process.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { buildIfStale } from '../../scripts/build.ts'

/** The least value that this share of the values does not exceed: of a hundred, p99 is the last but one. */
export const percentile = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? Number.NaN

/** The median; for an even count the lower of the two middle values. */
export const median = (values: readonly number[]) => percentile(values, 0.5)

const warmUps = 20
const rounds = 100

/** Makes what a measurement is given. */
function makeTools() {
  const missed: string[] = []
  const cleanUps: (() => unknown)[] = []
  /** Prints `what`, which names the measured value and its limit, and notes it if it is missed. */
  function check(what: string, isHeld: boolean): void {
    if (!isHeld) missed.push(what)
    printLine(`  ${what}${isHeld ? '' : '  MISSED'}`)
  }
  /** Returns an empty folder, which is there until the end. */
  function folder(): string {
    const { path, remove } = temporaryFolder()
    cleanUps.push(remove)
    return path
  }
  return {
    missed,
    check,
    folder,
    /** Does this at the end, also after an error; what was registered last is done first. */
    atEnd: (cleanUp: () => unknown) => void cleanUps.push(cleanUp),
    async end() {
      for (const cleanUp of cleanUps.reverse()) await cleanUp()
    },
    /**
     * Runs something a hundred times, after twenty that are not counted, and prints its p50 and p99.
     * `limitMs` is the limit of p99.
     */
    async time(name: string, limitMs: number, run: (round: number) => Promise<unknown>) {
      const times: number[] = []
      for (let round = 0; round < warmUps + rounds; round += 1) {
        const start = performance.now()
        await run(round)
        if (round >= warmUps) times.push(performance.now() - start)
      }
      const [middle, most] = [median(times), percentile(times, 0.99)]
      const figures = `p50 ${middle.toFixed(1).padStart(6)} p99 ${most.toFixed(1).padStart(6)}`
      check(`${name.padEnd(44)} ${figures} ms (at most ${limitMs})`, most <= limitMs)
    },
    /** Starts the product in production until the end. */
    async startProduct(env: Record<string, string>) {
      const server = await startServer({ DATA_DIR: folder(), ...env }, { asInstalled: true })
      cleanUps.push(() => server.end('SIGTERM'))
      return server
    },
  }
}

export type Bench = ReturnType<typeof makeTools>

/** Runs one measurement on a fresh build. The exit code is 1 if a limit was missed. */
export async function bench(measure: (tools: Bench) => Promise<void>): Promise<void> {
  await buildIfStale()
  const tools = makeTools()
  await measure(tools).finally(tools.end)
  const { missed } = tools
  printLine(missed.length === 0 ? '\nEvery limit holds.' : `\nMissed: ${missed.join('; ')}`)
  process.exit(missed.length === 0 ? 0 : 1)
}
