import assert from 'node:assert/strict'
import fc from 'fast-check'
import addressparser from 'nodemailer/lib/addressparser'
import { addWebhookSchema } from '#/contracts/notifications/webhooks.ts'
import { ConfigError, readConfig } from '#/server/config/config.ts'
import { mailbox } from '#/server/config/mail-config.ts'
import { readRetryAfter } from '#/server/notifications/webhooks/call-webhook.ts'
import { fromPieces, nearly, oddText } from '../odd-texts.ts'
import { parserTarget } from '../target.ts'
import { emails } from './contact.ts'

const mailboxes = fc.oneof(
  emails,
  fromPieces(['Name', ' ', '<', '>', 'a@b.example', '"', '\\', ',', ';', ':', '(', ')', '\n', '@']),
)

export const webAddresses = fromPieces([
  ...['https:', 'http:', '//', '/', '\\', 'hooks.example', 'user', ':', '@', 'secret', '?', '#'],
  ...['[::1]', '127.0.0.1', ':80', '%40', '%', ' ', '\t', '..', 'xn--', '｡'],
])

const environments = nearly({
  PORT: fc.oneof(fc.integer().map(String), oddText(20)),
  SITE_URL: webAddresses,
  ALLOWED_HOSTS: fc.oneof(webAddresses, oddText(100)),
  SITE_DOMAIN: oddText(100),
  DATABASE_URL: fromPieces(['postgres:', '//', 'db', ',', ':5432', '/', '@', '?', 'host=']),
  TRUST_PROXY: fromPieces(['10.0.0.1', '/8', ',', ' ', '::1', '/129', '999.1.1.1']),
  SMTP_URL: fromPieces(['smtp:', 'smtps:', '//', 'user', ':', '%', '@', 'mail.example', ':25']),
  MAIL_FROM: mailboxes,
}).map(
  (values) =>
    Object.fromEntries(
      Object.entries(values).filter(([, value]) => typeof value === 'string'),
    ) as NodeJS.ProcessEnv,
)

export const configurationTargets = [
  parserTarget({
    name: 'MAIL_FROM',
    share: 80,
    inputs: mailboxes,
    expectation(text) {
      const { success, data } = mailbox.safeParse(text)
      if (!success) return
      assert.doesNotMatch(data.address, /[\s<>,]/)
      const name = (data.name ?? '').replace(/["\\]/g, '')
      const printed = addressparser(`"${name}" <${data.address}>`)
      assert.deepEqual(
        printed.map(({ address }) => address),
        [data.address],
      )
    },
  }),
  parserTarget({
    name: 'environment',
    share: 20,
    inputs: environments,
    expectation(environment) {
      try {
        const { site } = readConfig(environment)
        assert.equal(new URL(site.url).origin, site.url)
      } catch (error) {
        if (!(error instanceof ConfigError)) throw error
        assert.doesNotMatch(error.message, /\n/)
      }
    },
  }),
  parserTarget({
    name: 'Retry-After',
    share: 80,
    inputs: fc.tuple(
      fc.oneof(fc.date({ noInvalidDate: true }).map(String), oddText(), fc.double().map(String)),
      fc.nat(),
    ),
    expectation([header, now]) {
      const ms = readRetryAfter(header, now)
      assert.ok(ms === undefined || (Number.isFinite(ms) && ms > 0))
    },
  }),
  parserTarget({
    name: "webhook's address",
    share: 80,
    inputs: webAddresses,
    expectation(typed) {
      const { success, data } = addWebhookSchema.safeParse({ url: typed })
      if (!success) return
      const { protocol, username, password } = new URL(data.url)
      assert.match(protocol, /^https?:$/)
      assert.equal(username + password, '')
    },
  }),
]
