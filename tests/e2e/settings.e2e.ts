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

test('the owner opens on Sundays and claims other numbers, and the site says so', {
  tag: '@slow',
}, async ({ page }) => {
  await signIn(page, site.url)
  await page.setViewportSize({ width: 320, height: 720 })
  await page.goto(site.url + adminPaths.settings)
  const form = page.getByRole('region', { name: 'Opening hours' })
  const sunday = form.getByRole('group', { name: 'Sunday' })
  await sunday.getByLabel('Opens').fill('9')
  await sunday.getByLabel('Closes').fill('1 pm')
  await page.keyboard.press('Enter')
  await expect(sunday.getByText('Please enter a time such as 7:00 AM')).toBeVisible()
  await expect(sunday.getByLabel('Opens')).toBeFocused()
  await expect(sunday.getByLabel('Closes')).toHaveValue('1 pm')
  await expectAccessible(page)
  expect(await page.evaluate(findTextFaults)).toEqual([])
  await sunday.getByLabel('Opens').fill('9 am')
  await page.keyboard.press('Enter')
  await expect(page.getByText('The opening hours were saved', { exact: true })).toBeVisible()
  await expect(sunday.getByLabel('Closes')).toHaveValue('1:00 PM')
  await page.goto(`${site.url}/contact`)
  await expect(page.getByText('Sun 9:00 AM-1:00 PM').first()).toBeVisible()

  await page.goto(site.url + adminPaths.settings)
  const numbers = page.getByRole('region', { name: 'Numbers on the site' })
  await numbers.getByLabel('Projects connected').fill('')
  await numbers.getByLabel('Verified contractors').fill('12')
  await page.keyboard.press('Enter')
  await expect(page.getByText('The numbers were saved', { exact: true })).toBeVisible()
  const offers = page.getByRole('region', { name: 'Offers to contractors' })
  await offers.getByLabel('Opening hours to answer').fill('30')
  await page.keyboard.press('Enter')
  await expect(offers.getByText('Please enter a whole number from 1 to 24.')).toBeVisible()
  await offers.getByLabel('Opening hours to answer').fill('6')
  await page.keyboard.press('Enter')
  await expect(page.getByText('The times to answer were saved', { exact: true })).toBeVisible()
  const others = page.getByRole('region', { name: 'Set on other pages' })
  await expect(others).toContainText('None, so no email leaves')
  await expect(others).toContainText('You, by hand')
  // As soon as the toast is gone.
  await expect.poll(() => page.evaluate(findTextFaults), { timeout: 10_000 }).toEqual([])
  await expect(page.getByRole('navigation', { name: 'Settings' })).toBeHidden()
  await page.setViewportSize({ width: 1366, height: 768 })
  await expectAccessible(page)
  const ways = page.getByRole('navigation', { name: 'Settings' }).getByRole('link')
  for (const heading of await ways.allTextContents()) {
    await ways.getByText(heading, { exact: true }).click()
    await expect(page.getByRole('heading', { name: heading, exact: true })).toBeInViewport()
    await expect(ways.first()).toBeInViewport()
  }
  await others.getByRole('link', { name: 'Change mail server' }).click()
  await expect(page.getByRole('heading', { name: 'Mail server', exact: true })).toBeVisible()
  await page.goto(`${site.url}/about`)
  await expect(page.getByText('12', { exact: true })).toBeVisible()
  await expect(page.getByText('Projects connected')).toHaveCount(0)
})

test('the owner says when backups are made, and how long they are kept', {
  tag: '@slow',
}, async ({ page }) => {
  await signIn(page, site.url)
  await page.setViewportSize({ width: 320, height: 720 })
  await page.goto(site.url + adminPaths.settings)
  await page.getByRole('link', { name: 'Change backups' }).click()
  const part = page.getByRole('region', { name: 'When they are made' })
  await expect(part.getByLabel('Every day at')).toHaveValue('3')
  await part.getByLabel('Every day at').selectOption('10:17 PM')
  await part.getByRole('button', { name: 'Save time' }).press('Enter')
  await expect(page.getByText('The backups were changed', { exact: true })).toBeVisible()
  await part.getByLabel('Days').fill('2')
  await page.keyboard.press('Enter')
  await expect(part.getByText('Please enter a whole number from 7 to 60.')).toBeVisible()
  await expect(part.getByLabel('Days')).toBeFocused()
  await expectAccessible(page)
  await part.getByLabel('Days').fill('14')
  const saved = page.waitForResponse((answer) => answer.ok() && answer.request().method() !== 'GET')
  await page.keyboard.press('Enter')
  await saved
  await page.reload()
  await expect(part.getByLabel('Days')).toHaveValue('14')
  await expect(part.getByLabel('Every day at')).toHaveValue('22')
  expect(await page.evaluate(findTextFaults)).toEqual([])
})

test('the owner enters a review that a customer wrote elsewhere, and the samples go', {
  tag: '@slow',
}, async ({ page }) => {
  await page.goto(site.url)
  await expect(page.getByText('Sample', { exact: true })).toHaveCount(6)
  await signIn(page, site.url)
  await page.setViewportSize({ width: 320, height: 720 })
  await page.goto(site.url + adminPaths.results)
  const part = page.getByRole('region', { name: 'Reviews from elsewhere' })
  await part.getByLabel('Name').fill('Rosa P.')
  await part.getByLabel('Town').fill('Oviedo, FL')
  await part.getByLabel('Stars').selectOption('5')
  await part.getByLabel('What it says').fill('On time, and it is cool again.')
  await part.getByLabel('Where it is').selectOption('Google')
  await part.getByLabel('Month').fill('2026-03')
  await part.getByRole('button', { name: 'Show this review' }).press('Enter')
  await expect(part.getByText('Only a review that a customer wrote may be shown.')).toBeVisible()
  await expect(part.getByLabel('Who wrote it')).toBeFocused()
  await expectAccessible(page)
  expect(await page.evaluate(findTextFaults)).toEqual([])
  await part.getByLabel('Who wrote it').selectOption('A customer, and it may be shown here')
  await part.getByRole('button', { name: 'Show this review' }).press('Enter')
  await expect(part.getByText('Oviedo, FL, 5 of 5 stars, March 2026')).toBeVisible()
  await expect(part.getByLabel('Name')).toHaveValue('')
  await page.goto(site.url)
  await expect(page.getByText('On time, and it is cool again.')).toBeVisible()
  await expect(page.getByRole('img', { name: 'Review on Google' })).toBeVisible()
  await expect(page.getByText('Sample', { exact: true })).toHaveCount(0)
  await page.goto(site.url + adminPaths.results)
  await part.getByRole('button', { name: 'Take off Rosa P.' }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Take off' }).press('Enter')
  await expect(part.getByText('On time, and it is cool again.')).toHaveCount(0)

  const samples = page.getByLabel(/show six samples there/)
  await samples.click()
  await expect(samples).not.toBeChecked()
  await page.goto(site.url + adminPaths.settings)
  await expect(page.getByText('None until you publish one')).toBeVisible()
})
