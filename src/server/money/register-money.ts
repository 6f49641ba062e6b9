import type { FastifyInstance } from 'fastify'
import type { Statement } from '#/contracts/money/ledger.ts'
import type { TellContractor } from '#/contracts/notifications/mails.ts'
import type { Database } from '../db/database.ts'
import { repeat } from '../jobs/loop.ts'
import { addMoneyRoutes } from './money-routes.ts'
import { sendStatements } from './send-statements.ts'

const sendEveryMs = 30 * 60_000

/** What contractors pay: the rules, the ledger, and the statements. */
export function registerMoney(
  app: FastifyInstance,
  {
    db,
    tellContractor,
    linkToPage,
  }: {
    db: Database
    tellContractor: TellContractor
    /** Makes a link to the page of a contractor; null for one who was removed. */
    linkToPage: (contractorId: number) => Promise<string | null>
  },
): void {
  addMoneyRoutes(app, { db })
  async function mailStatement(statement: Statement): Promise<boolean> {
    const pageLink = await linkToPage(statement.contractorId)
    const mail = { kind: 'statement', statement, pageLink } as const
    const { outcome, problem } = await tellContractor(statement.email, mail)
    if (outcome === 'failed') app.log.warn({ problem }, 'a statement was not sent')
    return outcome !== 'failed'
  }
  repeat(app, {
    what: 'mail statements',
    everyMs: sendEveryMs,
    run: () => sendStatements(db, mailStatement),
    startsAtOnce: true,
  })
}
