import type { FastifyInstance } from 'fastify'
import { api } from '#/contracts/endpoints/api.ts'
import { formatCents } from '#/contracts/money/amounts.ts'
import type { Database } from '../db/database.ts'
import { serve } from '../http/serve.ts'
import { serveStoredSetting } from '../http/serve-setting.ts'
import { signedInAs } from '../http/sessions.ts'
import { addRule, listRules, removeRule } from './fee-rules.ts'
import { addEntry, listAccounts, readStatement, reverseEntry } from './ledger.ts'
import { newEntrySchema, newFeeRuleSchema, statementQuerySchema } from './money-schemas.ts'

/** The rules by which contractors pay, what they owe, and when statements are mailed. Admins only. */
export function addMoneyRoutes(app: FastifyInstance, { db }: { db: Database }): void {
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
}
