const warmUps = 20
const rounds = 100

/** Measures one thing after the other, and prints a line for each. */
export type Timings = {
  /** `limitMs` is the limit for p99; undefined if there is none. */
  time: (
    name: string,
    limitMs: number | undefined,
    run: (round: number) => Promise<unknown>,
  ) => Promise<void>
  /** The names of the measurements that missed their limit. */
  missed: () => string[]
}

/** Prints the head of a table of timings, and returns what fills it. */
export function createTimings(printLine: (line: string) => void): Timings {
  const missed: string[] = []
  const column = (text: string) => text.padStart(9)
  printLine(`  ${'milliseconds'.padEnd(44)}${column('p50')}${column('p99')}${column('limit')}`)

  return {
    missed: () => missed,
    async time(name, limitMs, run) {
      const times: number[] = []
      for (let round = 0; round < warmUps + rounds; round += 1) {
        const start = performance.now()
        await run(round)
        if (round >= warmUps) times.push(performance.now() - start)
      }
      times.sort((a, b) => a - b)
      const p50 = times[rounds / 2] ?? 0
      const p99 = times[Math.ceil(rounds * 0.99) - 1] ?? 0
      const isMissed = limitMs !== undefined && p99 > limitMs
      if (isMissed) missed.push(name)
      const limit = limitMs === undefined ? '' : String(limitMs)
      printLine(
        `  ${name.padEnd(44)}${column(p50.toFixed(1))}${column(p99.toFixed(1))}${column(limit)}${isMissed ? '  MISSED' : ''}`,
      )
    },
  }
}
