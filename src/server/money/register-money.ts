import type { FastifyInstance } from 'fastify'
import { api } from '#/contracts/endpoints/api.ts'
import { formatCents } from '#/contracts/money/amounts.ts'
import type { Statement } from '#/contracts/money/ledger.ts'
import type { AccountMails } from '#/contracts/notifications/mails.ts'
import type { Database } from '../db/database.ts'
import type { Health } from '../health/health.ts'
import { serve } from '../http/serve.ts'
import { serveStoredSetting } from '../http/serve-setting.ts'
import { signedInAs } from '../http/sessions.ts'
import { repeat } from '../jobs/loop.ts'
import { addRule, listRules, removeRule } from './fee-rules.ts'
import { addEntry, listAccounts, readStatement, reverseEntry } from './ledger.ts'
import { newEntrySchema, newFeeRuleSchema, statementQuerySchema } from './money-schemas.ts'
import { createSendStatements, findUnsentStatements } from './send-statements.ts'

const sendEveryMs = 30 * 60_000
const checkEveryMs = 60_000

/** What contractors pay: the rules, the ledger, and the statements. Admins only. */
export function registerMoney(
  app: FastifyInstance,
  {
    db,
    health,
    tellContractor,
    linkToPage,
  }: {
    db: Database
    health: Health
    tellContractor: AccountMails['send']
    /** Makes a link to the page of a contractor; null for one who was removed. */
    linkToPage: (contractorId: number) => Promise<string | null>
  },
): void {
  serve(app, api.feeRules, {}, () => listRules(db))

  serve(app, api.addFeeRule, { body: newFeeRuleSchema, status: 201 }, async (request) => {
    const { price, event, holdsFrom } = request.body
    request.audit({ subject: `${formatCents(price)}, ${event}, from ${holdsFrom}` })
    await addRule(db, request.body)
  })

  serve(app, api.removeFeeRule, {}, ({ params }) => removeRule(db, params.ruleId))

  serveStoredSetting(app, api.statementSettings, {
    db,
    key: 'statements',
    inWords: ({ dayOfMonth }) => (dayOfMonth === null ? 'off' : `day ${dayOfMonth}`),
  })

  serve(app, api.money, {}, () => listAccounts(db))

  serve(
    app,
    api.statement,
    { query: statementQuerySchema },
    ({ params: { contractorId }, query: { month } }) => readStatement(db, contractorId, month),
  )

  serve(app, api.ledgerEntry, { body: newEntrySchema, status: 201 }, async (request) => {
    const { contractorId } = request.params
    const { kind, amount } = request.body
    request.audit({ subject: `contractor ${contractorId}, ${kind} ${formatCents(amount)}` })
    await addEntry(db, contractorId, { ...request.body, actor: signedInAs(request) })
  })

  serve(app, api.ledgerReversal, { status: 201 }, (request) =>
    reverseEntry(db, request.params.entryId, { actor: signedInAs(request) }),
  )

  async function mailStatement(statement: Statement): Promise<boolean> {
    const pageLink = await linkToPage(statement.contractorId)
    const mail = { kind: 'statement', statement, pageLink } as const
    const { outcome, problem } = await tellContractor(statement.email, mail)
    if (outcome === 'failed') app.log.warn({ problem }, 'a statement was not sent')
    // Kept as a file, it was sent to nobody.
    return outcome === 'sent'
  }
  const sendStatements = createSendStatements(db, mailStatement)
  repeat(app, {
    what: 'mail statements',
    everyMs: sendEveryMs,
    run: () => sendStatements(),
    startsAtOnce: true,
  })
  const find = () => findUnsentStatements(db)
  health.add({ name: 'the statements', find, everyMs: checkEveryMs })
}
