/**
 * Runs a command of the terminal with its arguments, and prints what it returns. A command that throws
 * ends with 1, and the words of the error.
 */
export async function runCommand(
  run: (args: string[]) => Promise<{ lines: string[]; isWell?: boolean }>,
): Promise<void> {
  try {
    const { lines, isWell = true } = await run(process.argv.slice(2))
    process.stdout.write(lines.map((line) => `${line}\n`).join(''))
    process.exitCode = isWell ? 0 : 1
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`)
    process.exitCode = 1
  }
}
