import { simpleParser } from 'mailparser'
import { Webhook } from 'standardwebhooks'
import { afterAll, expect, test } from 'vitest'
import { api, pathTo } from '#/contracts/endpoints/api.ts'
import { formPost } from '#tests/support/api/form-post.ts'
import { testConfig } from '#tests/support/app-builder.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { type FilledField, fillForm, readableText } from '#tests/support/leads/filled-form.ts'
import { inAnHour, offerSite } from '#tests/support/leads/offer-site.ts'
import { type MailServer, startLocalMailServer } from '#tests/support/mail-server.ts'
import { adminSite } from '#tests/support/suite-site.ts'
import { webhookEndpoint } from '#tests/support/webhook-endpoint.ts'
import { readConfig } from '../config/config.ts'
import { leads } from '../db/tables/schema.ts'

const patient = { timeout: 20_000 }

describeOnDatabase('what a visitor fills in', (database) => {
  let mailServer: MailServer
  const endpoint = webhookEndpoint()
  const admin = adminSite(database, {
    async build() {
      mailServer = await startLocalMailServer()
      const { smtp, mail } = readConfig({ SMTP_URL: mailServer.url })
      const config = { smtp, mail, deliveryTimeScale: 0.01, allowsPrivateWebhooks: true }
      return { config: testConfig(config) }
    },
    listens: true,
  })
  afterAll(() => mailServer.goAway())
  const { app, db } = admin
  const site = offerSite(admin)

  /** The next mail to an address: what is read of both of its parts. */
  async function nextMail(to: string) {
    await expect.poll(() => mailServer.taken.some((mail) => mail.to === to), patient).toBe(true)
    const [mail] = mailServer.taken.splice(
      mailServer.taken.findIndex((taken) => taken.to === to),
      1,
    )
    const { text: plain = '', html } = await simpleParser(mail?.raw ?? '')
    const link = /http\S+\/offer\/[\w-]+/.exec(plain)?.[0] ?? ''
    return { plain, html: readableText(String(html)), path: link && new URL(link).pathname }
  }

  const readPage = async (path: string) => readableText((await site.open(path)).body)

  /** The names of the fields that can be read in each of some texts. */
  const namesIn = (
    { path: _path, ...texts }: Record<string, string>,
    fields: FilledField[],
  ): Record<string, string[]> =>
    Object.fromEntries(
      Object.entries(texts).map(([place, read]) => [
        place,
        fields.filter(({ shown }) => read.includes(shown)).map(({ name }) => name),
      ]),
    )

  test('is stored and told whole: to the owner, to webhooks, and to the contractor who said yes', async () => {
    const fields = fillForm((await app().inject('/')).body)
    const all = fields.map(({ name }) => name)
    const stored = Object.fromEntries(fields.map((field) => [field.name, field.stored]))
    const owner = 'owner@example.com'
    await site.ask('POST', api.addRecipient.path, { email: owner })
    const { url } = endpoint
    const added = await site.ask<{ secret: string }>('POST', api.addWebhook.path, { url })

    const form = Object.fromEntries(fields.map(({ name, sent }) => [name, sent]))
    const answer = await app().inject(formPost(api.contact.path, form))
    expect(answer.statusCode).toBeLessThan(400)
    const [row] = await db().select().from(leads)
    expect(row).toMatchObject(stored)
    const leadId = row?.id ?? 0
    // What the panel, the list and its export are made from.
    const listed = await site.ask<object[]>('GET', `${api.leads.path}?limit=1`)
    const exported = await site.ask<object[]>('GET', `${api.leadExport.path}?limit=1`)
    const details = await site.ask('GET', pathTo(api.lead, { leadId }))
    for (const seen of [listed.data[0], exported.data[0], details.data]) {
      expect(seen).toMatchObject(stored)
    }
    const mail = await nextMail(owner)
    expect(namesIn(mail, fields)).toEqual({ plain: all, html: all })
    await expect.poll(() => endpoint.calls.length, patient).toBe(1)
    const { headers = {}, body = '' } = endpoint.calls[0] ?? {}
    const verified = new Webhook(added.data.secret).verify(body, headers)
    expect(verified).toMatchObject({ type: 'lead.created', data: stored })

    const contractor = await site.addContractor()
    await site.offer(leadId, contractor.id)
    const asked = await nextMail(contractor.email)
    const typed = fields.filter(({ isTyped }) => isTyped)
    expect(namesIn({ ...asked, page: await readPage(asked.path) }, typed)).toEqual({
      plain: [],
      html: [],
      page: [],
    })
    await site.open(`${asked.path}/accept`, { callAt: inAnHour() })
    const told = await nextMail(contractor.email)
    expect(namesIn({ ...told, page: await readPage(told.path) }, fields)).toEqual({
      plain: all,
      html: all,
      page: all,
    })
  })
})
