import type { Page } from '@playwright/test'
import { expect, expectAccessible, signIn, test } from './fixtures.ts'

const openTab = (page: Page, name: string) => page.getByRole('tab', { name }).click()

const expectToast = (page: Page, text: string) =>
  expect(page.getByText(text, { exact: true })).toBeVisible()

const rowOf = (page: Page, address: string) =>
  page.getByRole('listitem').filter({ hasText: address })

test.describe('recipients and webhooks', () => {
  // The server refuses some of these entries, as the test expects.
  test.use({ expectedConsoleErrors: /Failed to load resource.*(400|409)/ })

  test('recipients are added, refused, disabled, enabled and removed, and webhooks have a secret', {
    tag: '@slow',
  }, async ({ page, server }) => {
    await signIn(page, server.url)
    await openTab(page, 'Email Notifications')
    await expect(page.getByText('No email leaves this server')).toBeVisible()
    const email = page.getByLabel('Email address')
    const add = page.getByRole('button', { name: 'Add', exact: true })
    await expect(add).toBeDisabled()
    await email.fill('   ')
    await expect(add).toBeDisabled()

    await email.fill('  Office@Example.com ')
    await add.click()
    await expectToast(page, 'Email notification added successfully')
    await expect(rowOf(page, 'office@example.com')).toContainText('Active')
    await expect(email).toHaveValue('')
    await email.fill('second@example.com')
    await page.keyboard.press('Enter')
    await expect(rowOf(page, 'second@example.com')).toContainText('Active')

    await email.fill('not-an-address')
    await page.keyboard.press('Enter')
    await expect(page.getByText('This does not look like an email address.')).toBeVisible()
    await expectToast(page, 'Failed to add email notification')
    await expect(email).toHaveValue('not-an-address')
    await expect(email).toBeFocused()
    await expectAccessible(page)
    await email.fill('OFFICE@example.com')
    await page.keyboard.press('Enter')
    await expect(page.getByText('office@example.com is in the list already.')).toBeVisible()

    const row = rowOf(page, 'office@example.com')
    await row.getByRole('button', { name: 'Disable' }).click()
    await expectToast(page, 'Email notification updated successfully')
    await page.reload()
    await openTab(page, 'Email Notifications')
    await expect(row).toContainText('Disabled')
    await expect(page.getByText('1 of 2 active')).toBeVisible()
    await row.getByRole('button', { name: 'Enable' }).click()
    await expect(row).toContainText('Active')

    // By keyboard: the dialog opens, Escape cancels it, and the focus returns to the button.
    const remove = row.getByRole('button', { name: 'Remove' })
    await remove.press('Enter')
    await expect(page.getByRole('dialog', { name: 'Remove this recipient?' })).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(remove).toBeFocused()
    await remove.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expectToast(page, 'Email notification deleted successfully')
    await expect(row).toHaveCount(0)
    await expect(page.getByRole('heading', { name: 'Email recipients' })).toBeFocused()
    await rowOf(page, 'second@example.com').getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await expect(page.getByText('No one is notified by email yet.')).toBeVisible()

    const address = page.getByLabel('Webhook address of the program')
    await address.fill('https://127.0.0.1/leads')
    await page.keyboard.press('Enter')
    await expect(page.getByText('leads into a private network')).toBeVisible()
    await address.fill('https://crm.example.com/leads')
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('Signing secret')).toHaveValue(/^whsec_.{40}/)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'I have saved it' }).click()
    await expect(page.getByLabel('Signing secret')).toHaveCount(0)
    await expect(rowOf(page, 'https://crm.example.com/leads')).toContainText('Active')
  })
})
