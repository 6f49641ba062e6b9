import { business } from '#/content/business.ts'
import { expect, expectAccessible, fillIn, openWithScripts, test } from './fixtures.ts'

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
