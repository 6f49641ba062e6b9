import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { api } from '#/contracts/endpoints/api.ts'
import { operationsIn } from '#tests/support/api/api-operations.ts'
import { signInAs } from '#tests/support/app-builder.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { inAnHour } from '#tests/support/leads/offer-site.ts'
import { referralSite } from '#tests/support/suite-site.ts'
import { saveSetting } from '../db/settings.ts'
import {
  links,
  passkeys,
  secrets,
  sessions,
  twoFactors,
  users,
  webhooks,
} from '../db/tables/schema.ts'

describeOnDatabase('no read of the API', (database) => {
  const { app, cookie, db, site } = referralSite(database)

  /** All that is stored and lets somebody in, or signs. */
  async function storedSecrets(): Promise<string[]> {
    const { rows } = await db().execute<{ secret: string }>(sql`
      select password_hash secret from ${users} union all select token from ${sessions}
      union all select token_hash from ${links} union all select secret from ${webhooks}
      union all select value from ${secrets} union all select public_key from ${passkeys}
      union all select secret from ${twoFactors} union all select backup_codes from ${twoFactors}`)
    return rows.map(({ secret }) => secret)
  }

  test('answers with what lets somebody in, whoever asks', async () => {
    const { leadId, offerId, contractor, link } = await site.offered()
    await site.open(`${link}/accept`, { callAt: inAnHour() })
    const { id: userId } = (await site.ask<{ id: string }>('GET', api.currentUser.path)).data
    await db().insert(webhooks).values({ url: 'https://hook.example', secret: 'secret of a hook' })
    const factor = { secret: 'secret of an app', backupCodes: 'codes of an app', verified: false }
    await db()
      .insert(twoFactors)
      .values({ id: 'x', userId, ...factor })
    const key = { credentialID: 'of a key', publicKey: 'secret of a key', counter: 0 }
    await db()
      .insert(passkeys)
      .values({ id: 'x', userId, ...key })
    const server = { host: 'mail.example', port: 465, security: 'tls', user: 'mia' } as const
    const mailServer = {
      ...server,
      password: 'secret of a mail server',
      fromName: '',
      fromAddress: '',
    }
    await saveSetting(db(), 'mailServer', mailServer)
    const kept = [...(await storedSecrets()), mailServer.password]
    expect(kept.length).toBeGreaterThan(9)

    const ids: Record<string, unknown> = { leadId, offerId, contractorId: contractor.id, userId }
    const operations = operationsIn((await app().inject(api.openapi.path)).json())
    const reads = operations.filter(
      ({ method, path }) => method === 'GET' && path !== api.leadEvents.path,
    )
    let answered = 0
    for (const as of [cookie(), await signInAs(app(), db(), 'editor'), '']) {
      for (const { path } of reads) {
        const url = path.replace(/\{(\w+)\}/g, (_, name) => String(ids[name] ?? 1))
        const query = url.startsWith('/api/seo') ? '?path=/' : ''
        const { statusCode, body } = await app().inject({
          url: url + query,
          headers: { cookie: as },
        })
        if (statusCode === 200) answered += 1
        expect([path, kept.filter((secret) => body.includes(secret))]).toEqual([path, []])
      }
    }
    expect(answered).toBeGreaterThan(35)
  })
})
