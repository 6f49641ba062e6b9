/** For libraries, the log, the database, mails, the journal. */
const forItself = 128

/** With fewer connections than this at once, visitors would wait for each other. */
const fewestConnections = 384

/** The process may open too few files. The message is one line for the terminal. */
export class TooFewFiles extends Error {}

/**
 * How many files and connections this process may have open; undefined where that is not known. Node
 * has raised it to what the system allows.
 */
function readLimit(): number | undefined {
  const report = process.report as NodeJS.ProcessReport & { excludeNetwork: boolean }
  // Otherwise the report looks up the names of addresses.
  report.excludeNetwork = true
  const { userLimits } = report.getReport() as unknown as {
    userLimits?: { open_files?: { soft: number | 'unlimited' } }
  }
  const limit = userLimits?.open_files?.soft
  return typeof limit === 'number' ? limit : undefined
}

/**
 * How many connections may be open at once, so that files can still be opened beside them;
 * undefined without a limit. Throws a TooFewFiles if that is too few.
 */
export function mostConnections(limit: number | undefined = readLimit()): number | undefined {
  if (limit === undefined) return undefined
  if (limit >= forItself + fewestConnections) return limit - forItself
  throw new TooFewFiles(
    `This process may open ${limit} files and connections at once, and needs ${forItself + fewestConnections}. Raise the limit with ulimit -n.`,
  )
}
