import { globSync, readFileSync } from 'node:fs'
import { adminPaths } from '../../src/contracts/routes.ts'
import {
  expect,
  expectAccessible,
  openMore,
  ownSite,
  sendRequest,
  signIn,
  test,
} from './fixtures.ts'
import { findTextFaults } from './text-faults.ts'

test.use({ expectedConsoleErrors: /status of 400/ })

/** Others share theirs, and expect its name. */
const site = ownSite({ LOG_LEVEL: 'error' })

/** All mails that were kept as files. */
const mails = () =>
  globSync(`${site.dataDir}/mail/*.eml`)
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n')

test('the owner changes the name and phone number, and visitors and mails have them at once', {
  tag: '@slow',
}, async ({ page }) => {
  await signIn(page, site.url)
  await page.setViewportSize({ width: 320, height: 720 })
  await openMore(page)
  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  const form = page.getByRole('region', { name: 'The business' })
  await expect(form.getByLabel('Name')).toHaveValue('Breezeway HVAC Network')
  await form.getByLabel('Name').fill('Lakeside Cooling')
  await form.getByLabel('Phone number').fill('555-0188')
  await page.keyboard.press('Enter')
  await expect(form.getByText('Please include the area code')).toBeVisible()
  await expect(form.getByLabel('Phone number')).toBeFocused()
  await expect(form.getByLabel('Name')).toHaveValue('Lakeside Cooling')
  await expectAccessible(page)
  expect(await page.evaluate(findTextFaults)).toEqual([])
  await form.getByLabel('Phone number').fill('407 555 0188')
  await page.keyboard.press('Enter')
  await expect(page.getByText('The business was saved', { exact: true })).toBeVisible()
  await expect(form.getByLabel('Phone number')).toHaveValue('(407) 555-0188')

  await page.goto(site.url)
  await expect(page.getByRole('link', { name: 'Lakeside Cooling, home' }).first()).toBeVisible()
  const call = page.getByRole('link', { name: 'Call (407) 555-0188' }).first()
  await expect(call).toHaveAttribute('href', 'tel:+14075550188')
  const data = await page.locator('script[type="application/ld+json"]').textContent()
  expect(data).toContain('"telephone":"+14075550188"')
  expect(data).not.toContain('Breezeway')
  await page.goto(site.url + adminPaths.leads)
  await expect(page).toHaveTitle(/Lakeside Cooling/)

  await page.goto(`${site.url}${adminPaths.leads}?tab=notifications`)
  await page.getByLabel('Email address').first().fill('office@example.com')
  await page.keyboard.press('Enter')
  await expect(page.getByText('office@example.com').first()).toBeVisible()
  await sendRequest(site, { name: 'Told by name' })
  await expect.poll(mails).toContain('From: Lakeside Cooling <')
})
