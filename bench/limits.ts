/** Prints a line. */
export const say = (line: string) => void process.stdout.write(`${line}\n`)

/** The middle one; of an even count the upper of the two in the middle. */
export const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

/** What was promised, checked one by one. */
export type Limits = {
  /** Prints what was measured and notes if it misses its limit, which `what` names in words. */
  check: (what: string, isHeld: boolean) => void
  /** Prints whether every limit held. The exit code: 1 if one was missed. */
  conclude: () => 0 | 1
}

/** Starts a list of limits. */
export function createLimits(): Limits {
  const missed: string[] = []
  return {
    check(what, isHeld) {
      if (!isHeld) missed.push(what)
      say(`  ${what}${isHeld ? '' : '  MISSED'}`)
    },
    conclude() {
      say(missed.length === 0 ? '\nEvery limit holds.' : `\nMissed: ${missed.join('; ')}`)
      return missed.length === 0 ? 0 : 1
    },
  }
}
