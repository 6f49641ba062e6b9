import { business } from '#/content/business.ts'
import { api } from '#/contracts/endpoints/api.ts'
import { contactBody } from '#tests/support/factories.ts'
import {
  expect,
  expectAccessible,
  expectToFit,
  fillIn,
  openPlainly,
  openWithScripts,
  signIn,
  test,
} from './fixtures.ts'

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('a request that is sent shows its reference and leads to its page', async ({ page }) => {
    await openWithScripts(page, '/contact')
    await fillIn(page, 'Opens The Page')
    await page.getByLabel('Service Needed').selectOption('Emergency HVAC')
    await page.getByRole('button', { name: 'SEND MESSAGE' }).click()
    const outcome = page.locator('.outcome')
    const reference = outcome.getByText(/Your reference number: \d{3}-\d{4}/)
    await expect(reference).toBeVisible()
    const digits = /\d{3}-\d{4}/.exec((await reference.textContent()) ?? '')?.[0] ?? ''
    const call = outcome.getByRole('link', { name: 'Call (386) 555-0142' })
    const [callBox, referenceBox] = [await call.boundingBox(), await reference.boundingBox()]
    expect(callBox?.y).toBeLessThan(referenceBox?.y ?? 0)
    const told = page.locator('.outcome, .toast-viewport')
    await expect(told.getByText(business.responsePromise.matching)).toHaveCount(0)
    await expectAccessible(page, '.outcome')
    await outcome.getByRole('link', { name: 'Open your request page' }).click()
    await expect(page.getByRole('heading', { name: 'We have your request' })).toBeVisible()
    await expect(page.getByText(digits)).toBeVisible()
    await expectAccessible(page)
  })
})

test('without JavaScript and by keyboard a visitor adds to a request, and the owner sees it at once', async ({
  browser,
  page,
  server,
  leadsNamed,
}) => {
  const response = await fetch(server.url + api.contact.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(contactBody({ name: 'Adds To It' })),
  })
  const { data } = (await response.json()) as { data: { requestPath: string; reference: string } }
  const [lead] = await leadsNamed('Adds To It')
  await signIn(page)
  await page.goto(`/admin/form-fills?lead=${lead?.id}`)
  const panel = page.getByRole('dialog')
  await expect(panel.getByText(data.reference)).toBeVisible()

  const plain = await openPlainly(browser, server.url + data.requestPath)
  await expectToFit(plain)
  const send = plain.getByRole('button', { name: 'Add to my request' })
  await plain.getByText('Change the address').press('Enter')
  await plain.getByLabel('Town').focus()
  await plain.keyboard.type('DeLa')
  await plain.keyboard.press('Tab')
  await plain.keyboard.type('123')
  await plain.getByLabel('What else should we know?').fill('Beware of the dog')
  await plain.getByLabel('Choose photos').setInputFiles('src/web/pictures/about-480.webp')
  await send.press('Enter')
  // The photograph is stored, and what was typed stays beside what is wrong.
  await expect(plain.locator('.notice')).toContainText('The photos below are saved.')
  await expect(plain.getByRole('img', { name: 'Photo 1' })).toBeVisible()
  await expect(plain.getByText('This does not look like a ZIP code.')).toBeVisible()
  await expect(plain.getByLabel('ZIP code')).toHaveValue('123')
  await expect(plain.getByLabel('Town')).toHaveValue('DeLand')
  await expect(plain.getByLabel('What else should we know?')).toHaveValue('Beware of the dog')
  await expectToFit(plain)
  await plain.getByLabel('ZIP code').fill('32720')
  await send.press('Enter')
  await expect(plain.locator('.notice')).toHaveText('Got it: we added all of it to your request.')
  // What was given is shown, and not asked for again.
  await expect(plain.getByLabel('ZIP code')).toBeHidden()
  await expect(plain.getByText('Beware of the dog')).toBeVisible()
  await expect(panel.getByText('32720')).toBeVisible()
  await expect(panel.getByText('Beware of the dog')).toBeVisible()
  await expect(panel.getByText('Visitor added to the request')).toBeVisible()
  await expectAccessible(page, '.lead-panel')
  const thumbnail = panel.getByRole('img', { name: '1 of 1 by the visitor' })
  await expect
    .poll(() => thumbnail.evaluate((image) => (image as HTMLImageElement).naturalWidth))
    .toBe(240)

  await plain.getByRole('button', { name: 'I no longer need this' }).press('Enter')
  await expect(plain.getByRole('heading', { name: 'You no longer need this' })).toBeVisible()
  await expect(panel.locator('strong', { hasText: 'No longer needed' })).toBeVisible()
  await expectToFit(plain)
  await plain.getByRole('button', { name: 'I still need it' }).press('Enter')
  await expect(panel.locator('strong', { hasText: 'No longer needed' })).toBeHidden()
  await plain.context().close()
})
