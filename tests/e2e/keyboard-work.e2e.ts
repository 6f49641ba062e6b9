import type { Page } from '@playwright/test'
import type { LeadDetails } from '#/contracts/leads/inbox.ts'
import type { Referral } from '#/contracts/referrals/offers.ts'
import { apiPaths, contractorPath, leadPath } from '#/contracts/routes.ts'
import { contractorFields } from '#tests/support/factories.ts'
import { expect, panelOf, removeContractors, rowOf, sendRequest, signIn, test } from './fixtures.ts'

const read = async <Data>(page: Page, path: string): Promise<Data> =>
  (await (await page.request.get(path)).json()).data

/** Presses Tab until a control has the focus, which is not far from where it was. */
async function tabTo(page: Page, name: string): Promise<void> {
  await expect(panelOf(page).getByRole('button', { name })).toBeVisible()
  const focused = () => page.evaluate(() => document.activeElement?.textContent)
  for (let presses = 0; presses < 40 && (await focused()) !== name; presses += 1) {
    await page.keyboard.press('Tab')
  }
  expect(await focused()).toBe(name)
}

const count = 40

test(`${count} requests are read, noted, offered and put off by keyboard, over a slow line, while a colleague works too`, {
  tag: '@slow',
}, async ({ page, server }) => {
  test.setTimeout(900_000)
  const domain = `keys-${count}.example`
  const names = Array.from({ length: count }, (_, at) => `Key ${count} of ${at + 1}`)
  for (const [at, name] of names.entries()) {
    await sendRequest(server, { name, email: `person-${at}@${domain}`, message: `I am ${name}` })
  }
  await page.setViewportSize({ width: 1366, height: 768 })
  await signIn(page)
  await removeContractors(page)
  const companyName = `Keys Air ${count}`
  const fields = contractorFields({ companyName, mostOpenOffers: 50 })
  const { data: contractor } = await (
    await page.request.post(apiPaths.contractors, { data: fields })
  ).json()
  await page.goto(`/admin/form-fills?q=${domain}`)
  await expect(page.locator('.lead').first()).toBeVisible()
  const listed = await read<LeadDetails[]>(
    page,
    `${apiPaths.leads}?q=${domain}&waitsFor=us&order=newest&limit=100`,
  )
  expect(listed).toHaveLength(count)
  // In sight, and worked later.
  const marked = listed[Math.min(count, 6) - 1]
  const path = (name: 'leadNotes' | 'leadContactStatus', id = 0) => leadPath(apiPaths[name], id)

  const line = await page.context().newCDPSession(page)
  await line.send('Network.enable')
  const throughput = { downloadThroughput: -1, uploadThroughput: -1 }
  await line.send('Network.emulateNetworkConditions', {
    ...{ offline: false, latency: 400, ...throughput },
  })
  const panel = panelOf(page)
  await page.keyboard.press('j')
  for (const [at, { name }] of listed.entries()) {
    if (at === 0) await page.keyboard.press('Enter')
    // Without waiting for anything: what is typed for the note waits for its field.
    await page.keyboard.press('n')
    await page.keyboard.type(`Noted for ${name}`)
    await expect(panel.getByRole('heading', { name, exact: true })).toBeVisible()
    const field = panel.getByLabel('Add a note')
    await expect(field).toHaveValue(`Noted for ${name}`)
    await expect(panel.getByText(`I am ${name}`).first()).toBeVisible()
    await page.keyboard.press('Control+Enter')
    await expect(panel.locator('.notes')).toContainText(`Noted for ${name}`)
    await page.keyboard.press('Escape')
    await tabTo(page, `Offer this request to ${companyName}`)
    await page.keyboard.press('Enter')
    await expect(panel.getByText(`Offered to ${companyName}`)).toBeVisible()
    if (at === 1) {
      await page.request.post(path('leadNotes', listed[2]?.id), {
        data: { text: 'A colleague was here.' },
      })
      await page.request.patch(path('leadContactStatus', marked?.id), {
        data: { isContacted: true },
      })
      await expect(rowOf(page, marked?.name ?? '')).toContainText('Contacted')
    }
    if (at === 2) await expect(panel.locator('.notes')).toContainText('A colleague was here.')
    await page.keyboard.press('r')
    await expect(panel.getByRole('button', { name: 'In 3 hours' })).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    // While the answer is on its way: nothing, a note that keeps the focus, or the next request.
    if (at % 3 === 1) {
      await page.keyboard.press('n')
      await page.keyboard.type('cjrxz')
    }
    if (at % 3 < 2) {
      await expect(panel.getByRole('button', { name: 'Remove the reminder' })).toBeVisible()
    }
    if (at % 3 === 1) {
      await expect(field).toHaveValue('cjrxz')
      await expect(field).toBeFocused()
      for (const key of ['Control+A', 'Backspace', 'Escape']) await page.keyboard.press(key)
    }
    if (at < count - 1) await page.keyboard.press('j')
  }
  const remindAt = async (id = 0) =>
    (await read<LeadDetails>(page, leadPath(apiPaths.lead, id))).remindAt
  await expect.poll(() => remindAt(listed.at(-1)?.id)).toBeTruthy()

  for (const { id, name } of listed) {
    const { notes, isContacted } = await read<LeadDetails>(page, leadPath(apiPaths.lead, id))
    const colleagues = id === listed[2]?.id ? ['A colleague was here.'] : []
    expect(notes.map(({ text }) => text).sort()).toEqual(
      [`Noted for ${name}`, ...colleagues].sort(),
    )
    expect(isContacted).toBe(id === marked?.id)
    expect(await remindAt(id), name).toBeTruthy()
    const { offers } = await read<Referral>(page, leadPath(apiPaths.leadReferral, id))
    expect(offers.map((offer) => offer.companyName)).toEqual([companyName])
  }
  await page.request.delete(contractorPath(contractor.id))
})
