import type { Browser, Page } from '@playwright/test'
import { dataFolder } from '#tests/support/database/data-folder.ts'
import { ownerEnv } from '#tests/support/owner.ts'
import { type ServerProcess, startWithDatabase } from '#tests/support/server-process.ts'
import { expect, rowOf, sendRequest, signIn, test } from './fixtures.ts'

/** Opens the inbox in a new browser context. */
async function openInbox(browser: Browser, server: ServerProcess): Promise<Page> {
  const context = await browser.newContext({ baseURL: server.url })
  const page = await context.newPage()
  await signIn(page)
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  return page
}

let folder: ReturnType<typeof dataFolder>
let server: ServerProcess

test.beforeAll(() => {
  folder = dataFolder()
})
test.afterAll(async () => {
  await server?.end('SIGTERM')
  folder.remove()
})

test('two open inboxes show the same within seconds, also after the server was away', {
  tag: '@slow',
}, async ({ browser }) => {
  // This test starts a server twice and opens two browser contexts, so it gets more time.
  test.slow()
  const env = {
    ...ownerEnv,
    DATA_DIR: folder.path,
    LOG_LEVEL: 'error',
  }
  server = await startWithDatabase(env)
  const { url } = server
  for (let count = 0; count < 15; count += 1) {
    await sendRequest(server, { name: `Already There ${count}` })
  }
  const inboxes = [await openInbox(browser, server), await openInbox(browser, server)]
  const [left, right] = inboxes as [Page, Page]

  await sendRequest(server, { name: 'Sent From A Third', service: 'emergency-hvac' })
  for (const page of inboxes) {
    await expect(rowOf(page, 'Sent From A Third')).toBeVisible({ timeout: 3_000 })
    await expect(page.locator('.stat', { hasText: 'Total Leads' })).toContainText('16')
  }

  await rowOf(left, 'Sent From A Third').getByRole('button', { name: 'Mark Contacted' }).click()
  await expect(
    rowOf(right, 'Sent From A Third').getByRole('button', { name: 'Mark New' }),
  ).toBeVisible()
  await expect(right.locator('.stat', { hasText: 'Contacted' })).toContainText('1')

  await server.end('SIGTERM')
  for (const page of inboxes) await expect(page.getByText('Reconnecting…')).toBeVisible()
  server = await startWithDatabase({ ...env, PORT: new URL(url).port })
  // These are sent before either inbox is connected again.
  await Promise.all(
    ['After One', 'After Two', 'After Three'].map((name) => sendRequest(server, { name })),
  )
  for (const page of inboxes) await expect(page.getByText('Live', { exact: true })).toBeVisible()
  await sendRequest(server, { name: 'After Four' })
  for (const page of inboxes) {
    await expect(page.getByText('Showing 20 of 20 total leads', { exact: true })).toBeVisible()
    for (const name of ['After One', 'After Two', 'After Three', 'After Four'])
      await expect(rowOf(page, name)).toBeAttached()
  }
})
