import { printLine } from '#tests/support/machine/rows.ts'
import { type ServerProcess, startServer } from '#tests/support/server-process.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { buildIfStale } from '../../scripts/build.ts'

/** The least value that this share of the values does not exceed: of a hundred, p99 is the last but one. */
export const percentile = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? Number.NaN

/** The median; for an even count the lower of the two middle values. */
export const median = (values: readonly number[]) => percentile(values, 0.5)

/** What a measurement is given. */
export type Bench = {
  /** Prints `what`, which names the measured value and its limit, and notes it if it is missed. */
  check: (what: string, isHeld: boolean) => void
  /**
   * Runs something a hundred times, after twenty that are not counted, and prints its p50 and p99.
   * `limitMs` is the limit of p99.
   */
  time: (
    name: string,
    limitMs: number | undefined,
    run: (round: number) => Promise<unknown>,
  ) => Promise<void>
  /** Does this at the end, also after an error; what was registered last is done first. */
  atEnd: (cleanUp: () => unknown) => void
  /** An empty folder until the end. */
  folder: () => string
  /** Starts the product in production until the end, with limits of requests that no bench reaches. */
  startProduct: (env: Record<string, string>) => Promise<ServerProcess>
}

const warmUps = 20
const rounds = 100

/** Runs one measurement on a fresh build. The exit code is 1 if a limit was missed. */
export async function bench(measure: (tools: Bench) => Promise<void>): Promise<void> {
  await buildIfStale()
  const missed: string[] = []
  const cleanUps: (() => unknown)[] = []
  const check = (what: string, isHeld: boolean) => {
    if (!isHeld) missed.push(what)
    printLine(`  ${what}${isHeld ? '' : '  MISSED'}`)
  }
  const folder = () => {
    const { path, remove } = temporaryFolder()
    cleanUps.push(remove)
    return path
  }
  const tools: Bench = {
    check,
    folder,
    atEnd: (cleanUp) => void cleanUps.push(cleanUp),
    async time(name, limitMs, run) {
      const times: number[] = []
      for (let round = 0; round < warmUps + rounds; round += 1) {
        const start = performance.now()
        await run(round)
        if (round >= warmUps) times.push(performance.now() - start)
      }
      const [middle, most] = [median(times), percentile(times, 0.99)]
      const limit = limitMs === undefined ? '' : ` (at most ${limitMs})`
      const figures = `p50 ${middle.toFixed(1).padStart(6)} p99 ${most.toFixed(1).padStart(6)}`
      check(`${name.padEnd(44)} ${figures} ms${limit}`, most <= (limitMs ?? most))
    },
    async startProduct(env) {
      const limits = { CONTACT_LIMIT_PER_MINUTE: '100000000', CONTACT_LIMIT_PER_HOUR: '100000000' }
      const all = { DATA_DIR: folder(), ...limits, ...env }
      const server = await startServer(all, { asInstalled: true })
      cleanUps.push(() => server.end('SIGTERM'))
      return server
    },
  }
  try {
    await measure(tools)
  } finally {
    for (const cleanUp of cleanUps.reverse()) await cleanUp()
  }
  printLine(missed.length === 0 ? '\nEvery limit holds.' : `\nMissed: ${missed.join('; ')}`)
  process.exit(missed.length === 0 ? 0 : 1)
}
