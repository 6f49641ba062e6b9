import { expect, onTestFinished, test } from 'vitest'
import { makeCertificate } from '#tests/support/certificate.ts'
import { startMailServer } from '#tests/support/mail-server.ts'
import { readConfig } from '../config/config.ts'
import { checkMail } from './check-mail.ts'

const inLines = async (...[way]: Parameters<typeof checkMail>) =>
  (await checkMail(way)).map(({ state, text, advice }) =>
    [`${state}:`, text, advice ?? '-'].join(' '),
  )

test('a server that is away is named, with what to do, and so is that there is none', async () => {
  expect(await inLines(readConfig({ SMTP_URL: 'smtp://127.0.0.1:1' }))).toEqual([
    expect.stringMatching(
      /^bad: No mail leaves\. .*\. It is at 127\.0\.0\.1:1\. Correct the mail server under Email Notifications, or fix it\./,
    ),
  ])
  expect(await inLines(readConfig({}))).toEqual([
    expect.stringMatching(/^bad: There is no mail server, .* Name it in the back office/),
  ])
})

test('a server that encrypts is said to, and one elsewhere whose certificate is not checked is not trusted', async () => {
  const server = await startMailServer(await makeCertificate())
  onTestFinished(server.goAway)
  const { smtp, ...config } = readConfig({ SMTP_URL: server.url })
  if (!smtp) throw new Error('there is no server')
  const look = (isOnThisMachine: boolean) =>
    inLines({ ...config, smtp: { ...smtp, trust: 'any', isOnThisMachine } })
  const answers = `good: The mail server at 127.0.0.1:${smtp.port} answers, encrypted. -`
  expect(await look(true)).toEqual([answers])
  expect(await look(false)).toEqual([
    answers,
    'warn: Its certificate is not checked: an impostor could read the leads. Set SMTP_TLS_CA to a copy of its certificate instead.',
  ])
})
