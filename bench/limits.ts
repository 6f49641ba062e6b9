/** Prints a line. */
export const printLine = (line: string) => void process.stdout.write(`${line}\n`)

/** The median; for an even count the upper of the two middle values. */
export const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

/** Limits that are checked one after the other. */
export type Limits = {
  /**
   * Prints `what`, which names the measured value and its limit, and records it if it is missed.
   */
  check: (what: string, isHeld: boolean) => void
  /** Prints whether all limits hold. Returns the exit code: 1 if one was missed. */
  conclude: () => 0 | 1
}

/** Makes an empty list of limits. */
export function createLimits(): Limits {
  const missed: string[] = []
  return {
    check(what, isHeld) {
      if (!isHeld) missed.push(what)
      printLine(`  ${what}${isHeld ? '' : '  MISSED'}`)
    },
    conclude() {
      printLine(missed.length === 0 ? '\nEvery limit holds.' : `\nMissed: ${missed.join('; ')}`)
      return missed.length === 0 ? 0 : 1
    },
  }
}
