/** A backup cannot be made or used. The message is for the person who asked, and says why. */
export class BackupError extends Error {}

/** The system's error for a path, in words; undefined for any other error. */
export function describeDiskError(error: unknown, path: string): string | undefined {
  const { code, syscall } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC' || code === 'EDQUOT') return `The disk of ${path} is full.`
  if (code === 'ENOENT') return `There is no ${path}.`
  return code && syscall ? `${path} cannot be used (${code}).` : undefined
}
