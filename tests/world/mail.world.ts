import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Delivery } from '#/contracts/notifications/deliveries.ts'
import { apiPaths, leadPath } from '#/contracts/routes.ts'
import { addressOf, makePostfix, type Postfix } from './postfix.ts'
import { owner, type Site, startSite } from './site.ts'

let postfix: Postfix
let site: Site
beforeAll(async () => {
  postfix = await makePostfix()
  await postfix.start()
  site = await startSite({
    ADMIN_EMAIL: owner.email,
    ADMIN_PASSWORD: owner.password,
    SMTP_URL: `smtp://127.0.0.1:${postfix.port}`,
  })
})
afterAll(async () => {
  await site?.end()
  postfix?.remove()
})

const addRecipient = (name: string) =>
  site.ask(apiPaths.recipients, 'POST', { email: addressOf(name) })
const subjectsOf = async (name: Parameters<Postfix['mailsOf']>[0]) =>
  (await postfix.mailsOf(name)).map(({ subject }) => subject ?? '')

test('a lead arrives in a mailbox, over a connection that is encrypted', async () => {
  await addRecipient('first')
  await site.send('Mailed Visitor')
  await expect.poll(() => subjectsOf('first')).toHaveLength(1)
  const [mail] = await postfix.mailsOf('first')
  expect(mail?.text).toContain('Mailed Visitor')
  expect(String(mail?.headers.get('received'))).toContain('with ESMTPS')
})

test('a greylisted recipient gets the mail with the second attempt, once', async () => {
  await addRecipient('second')
  postfix.greylist(addressOf('second'))
  await site.send('Greylisted Visitor')
  await expect.poll(() => subjectsOf('second')).toHaveLength(1)
  expect(await subjectsOf('first')).toHaveLength(2)
})

test('a refused recipient is shown to the owner, and the others get the mail', async () => {
  await addRecipient('refused')
  await site.send('Refused Visitor')
  await expect.poll(() => subjectsOf('first')).toHaveLength(3)
  await expect.poll(() => subjectsOf('second')).toHaveLength(2)
  const [lead] = await site.leadsNamed('Refused Visitor')
  const refused = async () => {
    const path = leadPath(apiPaths.leadDeliveries, lead?.id ?? 0)
    const { data } = await site.ask<{ data: Delivery[] }>(path)
    return data.find(({ target }) => target === addressOf('refused'))
  }
  await expect.poll(refused).toMatchObject({ state: 'failed' })
  expect(JSON.stringify(await refused())).toContain('550')
})

test('what waits for a stopped mail server leaves within seconds of its return', async () => {
  postfix.stop()
  await site.send('Patient Visitor')
  // The next attempt by the usual waits would be about 40 seconds later.
  await sleep(25_000)
  await postfix.start()
  await expect.poll(() => subjectsOf('first')).toHaveLength(4)
  await expect.poll(() => subjectsOf('second')).toHaveLength(3)
})
