import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { Resolver } from 'node:dns/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { makeCertificate } from '#tests/support/certificate.ts'
import { startMailServer } from '#tests/support/mail-server.ts'
import { readConfig } from '../config/config.ts'
import { checkMail, createReadTexts } from './check-mail.ts'

type Records = Record<string, string[]>

/** No program listens there. */
const awayUrl = 'smtp://127.0.0.1:1'

/** The findings about the sender, with the advice, and the names that the DNS was asked for. */
async function lookUp(
  records: Records,
  { from = 'hello@b.example', key }: { from?: string; key?: KeyObject } = {},
) {
  const { mail, ...config } = readConfig({ SMTP_URL: awayUrl, MAIL_FROM: from })
  const dkim = key && {
    selector: 'one',
    privateKey: String(key.export({ type: 'pkcs8', format: 'pem' })),
  }
  const asked: string[] = []
  const findings = await checkMail({ ...config, mail: { ...mail, dkim } }, async (name) => {
    asked.push(name)
    return records[name]
  })
  const [server, spf, dmarc, signed] = findings.map(({ state, text, advice }) =>
    [`${state}:`, text, advice ?? '-'].join(' '),
  )
  return { server, spf, dmarc, signed, asked }
}

test('what is missing is named, with what to do', async () => {
  const { server, spf, dmarc, signed, asked } = await lookUp({})
  expect(server).toMatch(
    /^bad: No mail goes out\. .*\. It’s at 127\.0\.0\.1:1\. Correct the mail server under Email Notifications, or fix it\. Emails are tried again for three days\.$/,
  )
  expect([spf, dmarc, signed]).toEqual([
    'warn: SPF: b.example doesn’t say who may send its mail, so receivers may take ours for spam. Add a TXT record at b.example, such as "v=spf1 include:YOUR-MAIL-SERVICE -all".',
    'warn: DMARC: there’s no record for b.example, and large providers want one. Add a TXT record at _dmarc.b.example, such as "v=DMARC1; p=quarantine".',
    'warn: DKIM: this server doesn’t sign mail. If your mail server doesn’t sign it either, set DKIM_SELECTOR and DKIM_PRIVATE_KEY_FILE.',
  ])
  // No name is asked twice.
  expect(asked).toEqual(['b.example', '_dmarc.b.example'])
})

test('only a record that begins as SPF or DMARC is one', async () => {
  const good = await lookUp({
    'b.example': ['V=SPF1 -all', 'x v=spf1 -all', 'v=spf10 -all'],
    '_dmarc.b.example': ['x', 'v=DMARC1; p=none'],
  })
  expect([good.spf, good.dmarc]).toEqual([
    'good: SPF: b.example says who may send its mail. -',
    'good: DMARC: b.example says what to do with mail that only claims to be from it. -',
  ])
})

test('two records of SPF are as bad as none, and a domain within another needs none of DMARC', async () => {
  const from = 'hello@mail.shop.b.example'
  const records = {
    'mail.shop.b.example': ['v=spf1 -all', 'v=spf1 +all'],
    '_dmarc.b.example': ['v=DMARC1'],
  }
  const { spf, dmarc, asked } = await lookUp(records, { from })
  expect(spf).toBe(
    'bad: SPF: mail.shop.b.example has 2 records, so receivers ignore them all. Merge them into one.',
  )
  expect(dmarc).toMatch(/^good: DMARC: b\.example /)
  expect(asked).toContain('_dmarc.mail.shop.b.example')
})

test('the key in the DNS is the one of the signatures, of either kind, however it is written', async () => {
  const name = 'one._domainkey.b.example'
  const isKey = `good: DKIM: the key of ${name} matches the one that signs our mail. -`
  const publish = 'Publish the public key of DKIM_PRIVATE_KEY_FILE there.'
  const { privateKey: key, publicKey } = generateKeyPairSync('ed25519')
  const own = publicKey.export({ type: 'spki', format: 'der' }).subarray(-32).toString('base64')
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const ofRsa = rsa.publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
  const ownRsa = { [name]: [`v=DKIM1; k=rsa; p=${ofRsa}`] }
  expect((await lookUp(ownRsa, { key: rsa.privateKey })).signed).toBe(isKey)
  const signed = async (...texts: string[]) => (await lookUp({ [name]: texts }, { key })).signed
  expect(await signed(`v=DKIM1; k=ed25519; p=${own}`)).toBe(isKey)
  expect(await signed('p=old', `p=${own.slice(0, 9)} ${own.slice(9)} ; n=x`)).toBe(isKey)
  for (const other of [`v=DKIM1; xp=${own}`, `v=DKIM1; p=${own}A`, 'v=DKIM1']) {
    expect(await signed(other)).toBe(
      `bad: DKIM: the key at ${name} doesn’t match the one that signs our mail. ${publish}`,
    )
  }
  expect((await lookUp({}, { key })).signed).toBe(
    `bad: DKIM: there’s no key at ${name}, so our mail’s signatures count as invalid. ${publish}`,
  )
})

test('a server that encrypts is said to', async () => {
  const server = await startMailServer(await makeCertificate())
  onTestFinished(server.goAway)
  const { smtp, ...config } = readConfig({ SMTP_URL: server.url })
  if (!smtp) throw new Error('there is no server')
  const findings = await checkMail({ ...config, smtp }, () =>
    Promise.reject(new Error('no name server')),
  )
  expect(findings.map(({ text, advice }) => [text, advice ?? '-'].join(' '))).toEqual([
    `The mail server at 127.0.0.1:${smtp.port} responds, encrypted. -`,
    'SPF, DKIM and DMARC: DNS can’t be reached from here. Run this on a machine that can reach DNS. Or send yourself a test email and read its headers.',
  ])
})

test('without a mail server that is all that is said', async () => {
  const findings = await checkMail(readConfig({}), async () => undefined)
  expect(findings).toEqual([
    {
      state: 'bad',
      text: 'There’s no mail server, so emails stay in DATA_DIR/mail and no one gets them.',
      advice:
        'Enter one in the back office under Email Notifications, or set SMTP_URL, such as smtps://user:password@mail.example.com.',
    },
  ])
})

test('the pieces of a record are one text', async () => {
  const resolve = vi.spyOn(Resolver.prototype, 'resolveTxt')
  onTestFinished(() => resolve.mockRestore())
  resolve.mockResolvedValue([['v=DKIM1; p=', 'abc'], ['other']])
  expect(await createReadTexts()('one.example')).toEqual(['v=DKIM1; p=abc', 'other'])
})
