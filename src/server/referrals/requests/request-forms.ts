import type { FastifyReply, FastifyRequest } from 'fastify'
import { tokenProblems } from '#/content/request-page.ts'
import type { RequestView } from '#/contracts/referrals/requests.ts'
import { requestPath } from '#/contracts/routes.ts'
import type { Database } from '../../db/database.ts'
import { AppError } from '../../http/errors.ts'
import { backTo } from '../token-pages.ts'
import type { RequestedLead } from './read-request.ts'
import type { RecordByVisitor } from './record-by-visitor.ts'

/** What the routes of a form need of the page of a request, to which it belongs. */
export type RequestFormDeps<Problems> = {
  db: Database
  recordByVisitor: RecordByVisitor
  open: (request: FastifyRequest) => Promise<RequestedLead>
  /** The page with what is wrong. */
  refuse: (
    request: FastifyRequest,
    reply: FastifyReply,
    lead: RequestedLead,
    problems: Problems,
  ) => Promise<unknown>
}

/** The address of the page itself, for its forms. */
export const requestPathOf = ({ params }: FastifyRequest) =>
  requestPath((params as { token: string }).token)

/** Leads back to the page, which says what was just added. */
export const backToRequest = (
  request: FastifyRequest,
  reply: FastifyReply,
  added: NonNullable<RequestView['added']>,
) => backTo(reply, `${requestPathOf(request)}?added=${added}`)

/** For a request that was erased meanwhile, or has no such part. */
export const missingRequest = () => new AppError('not_found', tokenProblems.request.missing.text)
