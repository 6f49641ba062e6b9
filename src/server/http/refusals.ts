import type { FastifyReply, FastifyRequest } from 'fastify'
import { refusals as words } from '#/content/refusals.ts'
import { formatPhone, telHref } from '#/contracts/leads/contact-details.ts'
import { type AppError, errorBody } from './errors.ts'

/** Sets the status and the headers of a refusal before any route, and returns its body. */
export type Refuse = (request: FastifyRequest, reply: FastifyReply, error: AppError) => string

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

/** Makes refusals: a page for a person, the JSON of every other error for a program. */
export function createRefuse(site: { phone: string }): Refuse {
  return (request, reply, error) => {
    const { retryAfterSeconds } = error.details
    if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds)
    reply.code(error.status).headers({ 'cache-control': 'no-store', connection: 'close' })
    if (!request.headers.accept?.includes('text/html')) {
      reply.type('application/json; charset=utf-8')
      return JSON.stringify(errorBody(error, request.id))
    }
    reply.type('text/html; charset=utf-8')
    const title = error.status < 500 ? words.titleOfRefusal : words.title
    // The owner may change the phone number meanwhile.
    return pageOf(title, error.message, site.phone)
  }
}
