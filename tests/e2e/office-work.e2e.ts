import {
  expect,
  expectAccessible,
  holdBack,
  panelOf,
  sendRequest,
  signInByForm,
  test,
} from './fixtures.ts'

test.describe('the owner’s work on a request', () => {
  // What is wrong in a form is refused.
  test.use({ expectedConsoleErrors: /Failed to load resource.*400/ })

  test('a caller is entered, corrected, joined with an earlier request and parted', {
    tag: '@slow',
  }, async ({ page, server, leadsNamed }) => {
    const phone = '386 555 0173'
    await sendRequest(server, { name: 'Wren Online', email: 'wren@example.com', phone })
    await signInByForm(page)
    await page.getByRole('button', { name: 'New request' }).click()
    const dialog = page.getByRole('dialog', { name: 'New request by phone' })
    await dialog.getByLabel('Name').fill('Wren Calling')
    await dialog.getByLabel('Phone').fill('386')
    await dialog.getByRole('button', { name: 'Save the request' }).click()
    await expect(dialog.getByText(/does not look like a phone number/)).toBeVisible()
    await dialog.getByLabel('Phone').fill('(386) 555-0173')
    await dialog.getByLabel('What they said').fill('The second floor is hot too.')
    await expect(dialog.getByText('This number has sent a request before:')).toBeVisible()
    await expect(dialog.getByRole('link', { name: /Wren Online/ })).toBeVisible()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Save the request' }).click()

    const panel = panelOf(page)
    await expect(panel.getByRole('heading', { name: 'Wren Calling' })).toBeVisible()
    await expect(panel).toContainText('The second floor is hot too.')
    const [online] = await leadsNamed('Wren Online')
    const part = panel.getByRole('button', { name: `Part from request ${online?.id}` })
    await expect(part).toBeVisible()
    await expect(panel.locator('.history')).toContainText('Entered by phone by owner@example.com')

    await panel.getByRole('button', { name: 'Correct', exact: true }).click()
    await panel.getByLabel('Name').fill('Wren Corrected')
    await panel.getByLabel('Town').selectOption('Deltona')
    await expectAccessible(page)
    await panel.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(panel.getByRole('heading', { name: 'Wren Corrected' })).toBeVisible()
    await expect(panel.locator('.facts').first()).toContainText('Deltona')
    await expect(panel.locator('.history')).toContainText('Corrected town by owner@example.com')

    // The way back is there before the list is, and a press on it is not lost.
    const answer = await holdBack(page, /\/api\/admin\/leads\?/, () => part.click())
    const join = panel.getByRole('button', { name: `Join with request ${online?.id}` })
    await join.click()
    answer()
    await expect(part).toBeVisible()
    await expectAccessible(page)

    await page.goto('/admin/form-fills?tab=notifications')
    const low = page.getByRole('checkbox', { name: 'Low rating' })
    await expect(low).toBeChecked()
    await low.click()
    await expect(low).not.toBeChecked()
    await page.reload()
    await expect(low).not.toBeChecked()
    await expectAccessible(page)
  })
})
