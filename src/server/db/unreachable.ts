import { NoWriter, Unreachable } from './failures.ts'

type ConnectError = NodeJS.ErrnoException & {
  severity?: string
  address?: string
  hostname?: string
}

/** What Node and `pg` say of a server that was not reached, by code, message or class, and in words. */
const network: [RegExp, (error: ConnectError) => string][] = [
  [/ECONNREFUSED/, () => 'nothing listens at its port'],
  [/^ENOENT connect/, ({ address }) => `there is no socket at ${address}`],
  [/ENOTFOUND|EAI_AGAIN/, ({ hostname }) => `the DNS has no address for ${hostname}`],
  [/EHOSTUNREACH|ENETUNREACH/, () => 'there is no way to it through the network'],
  [/ETIMEDOUT|timeout expired|Query read timeout/, () => 'it did not answer in time'],
  [/does not support SSL/, () => 'it has no TLS, which sslmode in the address asks for'],
  [/ERR_TLS_CERT_ALTNAME_INVALID/, () => 'its certificate is not for the name in the address'],
  [/CERT_HAS_EXPIRED/, () => 'its certificate has expired'],
  [
    /^(CERT_|UNABLE_TO|SELF_SIGNED|DEPTH_ZERO)/,
    ({ code }) =>
      `its certificate is not one that we can trust (${code}). Name the file with its authority by sslrootcert in the address`,
  ],
  [/client password must be a/, () => 'it asks for a password, and the address has none'],
  [/^(ERR_TLS|ERR_SSL|EPROTO)|TLS|SSL/, () => 'no TLS connection to it could be made'],
  [/ECONNRESET|EPIPE|Connection terminated/, () => 'the connection broke off at once'],
]

/** SQLSTATEs of a server that answers and does not let us in: a wrong name, too many connections, a start. */
const refusals = /^(28...|3D000|53300|57P03)$/

/**
 * Why no connection to the database at DATABASE_URL could be made, as one line for the terminal;
 * undefined for any other error.
 */
export function explainUnreachable(error: unknown): string | undefined {
  if (error instanceof Unreachable) return explainUnreachable(error.cause)
  if (!(error instanceof Error)) return undefined
  const { code = '', message, severity, syscall } = error as ConnectError
  const start = 'The database at DATABASE_URL'
  if (error instanceof NoWriter) return `${start} takes no writes: no server of it is the primary.`
  if (severity) {
    return refusals.test(code) ? `${start} does not let us in: ${message}.` : undefined
  }
  const known = network.find(
    ([pattern]) => pattern.test(`${code} ${syscall}`) || pattern.test(message),
  )
  return known && `${start} cannot be reached: ${known[1](error)}.`
}

/** The same as an error, or the error itself. */
export function asUnreachable(error: unknown): unknown {
  const explained = explainUnreachable(error)
  return explained ? new Unreachable(explained, { cause: error }) : error
}
