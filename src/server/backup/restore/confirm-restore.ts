import { createInterface } from 'node:readline/promises'
import { BackupError } from '../backup-error.ts'

/** The terminal of the person who restores, or its replacement in a test. */
export type Terminal = {
  input: NodeJS.ReadableStream & { isTTY?: boolean }
  output: NodeJS.WritableStream & { isTTY?: boolean }
}

/**
 * Tells the doubts of a backup, and returns whether it is restored all the same: if the person has said
 * so before (`isTrusted`) or says so now. Throws a BackupError where there is no person to ask.
 */
export async function confirmRestore(
  doubt: string,
  isTrusted: boolean,
  { input, output }: Terminal,
): Promise<boolean> {
  const advice = 'Restore it only if you know where it comes from'
  if (!isTrusted && !(input.isTTY && output.isTTY)) {
    throw new BackupError(`${doubt} ${advice}: then add --trust. Nothing was restored.`)
  }
  output.write(`${doubt}\n`)
  if (isTrusted) return true
  const lines = createInterface({ input, output })
  const stopped = new Promise<string>((resolve) => lines.once('close', () => resolve('')))
  const answer = await Promise.race([lines.question(`${advice}. Type yes to do so: `), stopped])
  lines.close()
  return answer.trim().toLowerCase() === 'yes'
}
