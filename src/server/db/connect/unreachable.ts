import { explainFailure, isTurnedAway, TakesNoWrites, Unreachable } from '../failures.ts'

type ConnectError = NodeJS.ErrnoException & {
  severity?: string
  address?: string
  hostname?: string
}

/**
 * Details for the terminal beyond the words of the failure: which socket, which name, which file.
 */
const exact: [RegExp, (error: ConnectError) => string][] = [
  [/^ENOENT connect/, ({ address }) => `there is no socket at ${address}`],
  [/ENOTFOUND|EAI_AGAIN/, ({ hostname }) => `the DNS has no address for ${hostname}`],
  [
    /^(CERT_(?!HAS_EXPIRED)|UNABLE_TO|SELF_SIGNED|DEPTH_ZERO)/,
    ({ code }) =>
      `its certificate is not one that we can trust (${code}). Name the file with its authority by sslrootcert in the address`,
  ],
]

/**
 * Why no connection to the database at DATABASE_URL could be made, as one line for the terminal;
 * undefined for any other error.
 */
export function explainUnreachable(error: unknown): string | undefined {
  if (error instanceof Unreachable) return explainUnreachable(error.cause)
  if (!(error instanceof Error)) return undefined
  const { code = '', message, severity, syscall } = error as ConnectError
  const start = 'The database at DATABASE_URL'
  if (error instanceof TakesNoWrites) return `${start} takes no writes.`
  if (severity) {
    return isTurnedAway(error) ? `${start} does not let us in: ${message}.` : undefined
  }
  const { kind, words } = explainFailure(error)
  if (!['away', 'silent', 'refused'].includes(kind)) return undefined
  const [, inFull] = exact.find(([pattern]) => pattern.test(`${code} ${syscall}`)) ?? []
  return `${start} cannot be reached: ${inFull?.(error) ?? words}.`
}

/** The same as an error; any other error is returned as it is. */
export function asUnreachable(error: unknown): unknown {
  const explained = explainUnreachable(error)
  return explained ? new Unreachable(explained, { cause: error }) : error
}
