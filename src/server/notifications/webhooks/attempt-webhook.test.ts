import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { submissionSchema } from '#/contracts/leads.ts'
import { testConfig } from '../../../../tests/app-builder.ts'
import { describeOnDatabase } from '../../../../tests/databases.ts'
import { contactBody } from '../../../../tests/factories.ts'
import { createSubmitLead } from '../../leads/intake/submit-lead.ts'
import { type ClaimedDelivery, createClaimDue } from '../deliveries/claims.ts'
import { paceAt } from '../deliveries/pace.ts'
import { webhookAttempt } from './attempt-webhook.ts'
import { addWebhook, listWebhooks } from './webhook-store.ts'

const { leaseMs, callMs } = paceAt(1)

describeOnDatabase('a webhook', (database) => {
  let status = 204
  const endpoint = createServer((_request, response) => {
    response.writeHead(status).end('410 is not what I say')
  })
  let claim: ClaimedDelivery | undefined
  beforeAll(async () => {
    const { db } = database.handle()
    await new Promise<void>((resolve) => endpoint.listen(0, '127.0.0.1', resolve))
    await addWebhook(db, `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}/`)
    await createSubmitLead(database.handle())({
      submission: submissionSchema.parse(contactBody()),
    })
    ;[claim] = await createClaimDue(db, ['webhook'], leaseMs)(1)
  })
  afterAll(() => void endpoint.close())

  /** Tries to call it: how that ended, and whether it is active then. */
  async function attempt(allowsPrivate = true) {
    if (!claim) throw new Error('nothing is due')
    const { db } = database.handle()
    const attempt = webhookAttempt({ db, site: testConfig().site, callMs, allowsPrivate })
    const { outcome } = await attempt(claim, new AbortController().signal)
    return [outcome, (await listWebhooks(db))[0]?.isActive]
  }

  test.each([400, 401, 403, 404, 405, 408, 409, 411, 429, 451, 500, 502, 503])(
    'that answers %i is tried again, and stays active',
    async (answer) => {
      status = answer
      expect(await attempt()).toEqual(['retry', true])
    },
  )

  test('that may not be called stays active: its name may lead elsewhere tomorrow', async () => {
    expect(await attempt(false)).toEqual(['refused', true])
  })

  test('that says that it is gone is disabled, and called no more', async () => {
    status = 410
    expect(await attempt()).toEqual(['refused', false])
    status = 204
    expect(await attempt()).toEqual(['cancelled', false])
  })
})
