import { randomUUID } from 'node:crypto'
import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { refusals as words } from '#/content/refusals.ts'
import { formatPhone, telHref } from '#/contracts/leads/contact-details.ts'
import { AppError, errorBody } from './errors.ts'
import type { SecurityHeaders } from './security-headers.ts'

/** Responses that no route sends: to requests that cannot be read, and to those beyond a limit. */
export type Refusals = {
  /** Refuses a request, with a page if it asks for one, and closes its connection. */
  answer: (response: ServerResponse, error: AppError) => void
  /** Writes the refusal to a connection on which nothing is half written, and closes it. */
  write: (socket: Duplex, error: AppError) => void
}

/** More requests at once than the process takes. */
export function tooBusy(): AppError {
  return new AppError('unavailable', words.tooBusy, { retryAfterSeconds: 2 })
}

/** The process is about to end. The next one takes its place within seconds. */
export function stopping(): AppError {
  return new AppError('unavailable', words.stopping, { retryAfterSeconds: 2 })
}

/** The body of a request arrives too slowly. */
export function tooSlow(): AppError {
  return unreadable({ code: 'ERR_HTTP_REQUEST_TIMEOUT' })
}

/** For what Node could not read as a request, in our words. */
export function unreadable({ code }: { code?: string }): AppError {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new AppError('invalid_request', 'The request took too long to arrive.', {
        status: 408,
      })
    case 'HPE_HEADER_OVERFLOW':
      return new AppError('too_large', 'The headers of the request are too long.', { status: 431 })
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return new AppError('too_large', 'The request is too long.')
    default:
      return new AppError('invalid_request', 'The request could not be read.')
  }
}

/** A page that loads nothing else, with the phone number. */
const pageOf = (title: string, message: string, phone: string) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<h1>${title}</h1>
<p>${message}</p>
<p>${words.call} <a href="${telHref(phone)}">${formatPhone(phone)}</a></p>
`

/** Refusals with the body and the headers of every other error. The phone number may change meanwhile. */
export function createRefusals({ all }: SecurityHeaders, site: { phone: string }): Refusals {
  const always = { ...all, 'cache-control': 'no-store', connection: 'close' }

  function partsOf(error: AppError, asPage = false) {
    const requestId = randomUUID()
    const title = error.status < 500 ? words.titleOfRefusal : words.title
    const body = asPage
      ? pageOf(title, error.message, site.phone)
      : JSON.stringify(errorBody(error, requestId))
    const { retryAfterSeconds } = error.details
    const headers = {
      ...always,
      ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
      'x-request-id': requestId,
      'content-type': `${asPage ? 'text/html' : 'application/json'}; charset=utf-8`,
      'content-length': String(Buffer.byteLength(body)),
      date: new Date().toUTCString(),
    }
    return { status: error.status, headers, body }
  }

  return {
    answer(response, error) {
      const asPage = response.req.headers.accept?.includes('text/html')
      const { status, headers, body } = partsOf(error, asPage)
      response.writeHead(status, headers).end(body)
    },
    write(socket, error) {
      const { status, headers, body } = partsOf(error)
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
      socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`)
    },
  }
}
