const warmUps = 5
const rounds = 100

/** Times things one after the other, and prints a line for each. */
export type Timings = {
  /** `limitMs` is what p99 must keep to; undefined where nothing is promised. */
  time: (
    name: string,
    limitMs: number | undefined,
    run: (round: number) => Promise<unknown>,
  ) => Promise<void>
  searchLimit: number
  /** The names of what missed its limit. */
  missed: () => string[]
}

/** Starts a table of timings. */
export function createTimings(searchLimit: number, say: (line: string) => void): Timings {
  const missed: string[] = []
  const column = (text: string) => text.padStart(9)
  say(`  ${'milliseconds'.padEnd(44)}${column('p50')}${column('p99')}${column('limit')}`)

  return {
    searchLimit,
    missed: () => missed,
    async time(name, limitMs, run) {
      const times: number[] = []
      for (let round = -warmUps; round < rounds; round += 1) {
        const start = performance.now()
        await run(round + warmUps)
        if (round >= 0) times.push(performance.now() - start)
      }
      times.sort((a, b) => a - b)
      const [p50 = 0, p99 = 0] = [times[rounds / 2], times[Math.ceil(rounds * 0.99) - 1]]
      const isMissed = limitMs !== undefined && p99 > limitMs
      if (isMissed) missed.push(name)
      const limit = limitMs === undefined ? '' : String(limitMs)
      say(
        `  ${name.padEnd(44)}${column(p50.toFixed(1))}${column(p99.toFixed(1))}${column(limit)}${isMissed ? '  MISSED' : ''}`,
      )
    },
  }
}
