import { certificateFailure } from '#/server/db/failures.ts'
import type { AttemptResult } from '../deliveries/outcomes.ts'

/** What nodemailer and Node put on their errors. */
type MailError = Error & {
  code?: string
  /** Node's code, where nodemailer put its own over it. */
  originalCode?: string
  command?: string
  responseCode?: number
  response?: string
}

/** The same for all other failures of TLS. */
const tlsTrouble = /^(ERR_TLS|ERR_SSL|ETLS$|EPROTO$)/

const fileTrouble: Record<string, string> = {
  ENOSPC: 'The server’s disk is full.',
  EACCES: 'The server isn’t allowed to write to its mail folder.',
  EROFS: 'The server’s disk can’t be written to.',
}

/** The server wants to know us before it takes mail for addresses elsewhere: the owner can mend that. */
const isRelayRefusal = ({ responseCode, response = '' }: MailError) =>
  responseCode === 530 || (responseCode !== undefined && /relay/i.test(response))

/** True if the server refused this one mail for good. Trouble with the server or the sender can be mended. */
function isRefusal(error: MailError): boolean {
  const { code, responseCode = 0, command = '' } = error
  if (code === 'EENVELOPE' && command === 'API') return true
  if (responseCode < 500 || responseCode === 503 || isRelayRefusal(error)) return false
  return /^(RCPT TO|DATA)$/.test(command)
}

function describe(error: MailError): string {
  const { code = '', originalCode = code, command = '', responseCode } = error
  const number = responseCode === undefined ? '' : ` (${responseCode})`
  const isTemporary = (responseCode ?? 0) < 500
  if (fileTrouble[code]) return fileTrouble[code]
  if (code === 'EAUTH') return `The mail server didn’t accept our user name or password${number}.`
  if (code === 'EABORT' || code === 'ETIMEDOUT' || error.name === 'AbortError') {
    return 'The mail server didn’t answer in time.'
  }
  if (code === 'EDNS' || code === 'ENOTFOUND') return 'The mail server’s name couldn’t be found.'
  if (certificateFailure.test(originalCode)) {
    return 'The mail server’s certificate isn’t one we can trust. If it’s the right server, your administrator can have the site trust it.'
  }
  if (originalCode === 'ERR_SSL_WRONG_VERSION_NUMBER') {
    return 'The mail server doesn’t start with TLS on this port. Choose STARTTLS, or the port for TLS, which is usually 465.'
  }
  if (tlsTrouble.test(originalCode)) {
    return 'The connection to the mail server couldn’t be secured.'
  }
  // As busy servers greet, and those that have blocked us.
  if (code === 'EPROTOCOL') return `The mail server refused our connection${number}.`
  if (code === 'EENVELOPE' && command === 'API') return 'No email can be sent to this address.'
  if (isRelayRefusal(error)) {
    return `The mail server won’t send our mail to this address${number}. Enter a user name and password it accepts, or have it relay mail from this server.`
  }
  if (command === 'MAIL FROM') return `The mail server didn’t accept our sender address${number}.`
  if (command === 'RCPT TO') {
    return isTemporary
      ? `The mail server can’t deliver to this address right now${number}.`
      : `The mail server didn’t accept this address${number}.`
  }
  if (responseCode !== undefined) {
    return isTemporary
      ? `The mail server can’t take the mail right now${number}.`
      : `The mail server didn’t accept the mail${number}.`
  }
  if (code === 'ESOCKET' || code.startsWith('ECONN')) {
    return /refused/i.test(error.message)
      ? 'The mail server can’t be reached.'
      : 'The connection to the mail server was cut off.'
  }
  return 'The email couldn’t be sent.'
}

/** Whether to attempt a failed mail again, and why it failed, in the owner's words. */
export function explainMailFailure(thrown: unknown): AttemptResult & { problem: string } {
  const error: MailError = thrown instanceof Error ? thrown : new Error(String(thrown))
  return {
    outcome: isRefusal(error) ? 'refused' : 'retry',
    problem: describe(error),
    answer: error.response ?? error.message,
  }
}
