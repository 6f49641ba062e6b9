import { expect, expectAccessible, signIn, test } from './fixtures.ts'

test.describe('recipients and webhooks', () => {
  // The server refuses one of these entries, as the test expects.
  test.use({ expectedConsoleErrors: /Failed to load resource.*400/ })

  test('recipients are added, refused and removed, and webhooks have a secret', {
    tag: '@slow',
  }, async ({ page, server }) => {
    const openTab = () => page.getByRole('tab', { name: 'Email Notifications' }).click()
    const expectToast = (text: string) =>
      expect(page.getByText(text, { exact: true })).toBeVisible()
    const rowOf = (address: string) => page.getByRole('listitem').filter({ hasText: address })
    await signIn(page, server.url)
    await openTab()
    await expect(page.getByText('None yet, so no email leaves')).toBeVisible()
    const email = page.getByLabel('Email address')
    const add = page.getByRole('button', { name: 'Add', exact: true })
    await expect(add).toBeDisabled()
    await email.fill('office@example.com')
    await add.click()
    await expectToast('Email notification added successfully')
    const row = rowOf('office@example.com')
    await expect(row).toContainText('Active')
    await expect(email).toHaveValue('')
    await email.fill('not-an-address')
    await page.keyboard.press('Enter')
    await expect(page.getByText('This does not look like an email address.')).toBeVisible()
    await expectToast('Failed to add email notification')
    await expect(email).toHaveValue('not-an-address')
    await expect(email).toBeFocused()
    await expectAccessible(page)

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
    await expectToast('Email notification deleted successfully')
    await expect(page.getByRole('heading', { name: 'Email recipients' })).toBeFocused()
    await expect(page.getByText('No one is notified by email yet.')).toBeVisible()

    await page.getByLabel('Webhook address of the program').fill('https://crm.example.com/leads')
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('Signing secret')).toHaveValue(/^whsec_.{40}/)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'I have saved it' }).click()
    await expect(page.getByLabel('Signing secret')).toHaveCount(0)
    await expect(rowOf('https://crm.example.com/leads')).toContainText('Active')
  })
})
