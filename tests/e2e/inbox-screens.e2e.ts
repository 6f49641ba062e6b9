import { expect, owner, panelOf, sendRequest, signIn, test } from './fixtures.ts'

test.describe('a session that ends in the middle', () => {
  test.use({ expectedConsoleErrors: /status of 401/ })

  test('leads back to the same lead and to what was typed', { tag: '@slow' }, async ({
    page,
    context,
    server,
    leadsNamed,
  }) => {
    await sendRequest(server, { name: 'Half Done', email: 'half@example.com', message: '' })
    const [lead] = await leadsNamed('Half Done')
    await signIn(page)
    await page.goto(`/admin/form-fills?lead=${lead?.id}`)
    const note = panelOf(page).getByLabel('Add a note')
    await note.fill('Typed before it ended')
    await context.clearCookies()
    const ended = page.getByText('Your session has ended.')
    // The page may notice by itself, before the button is pressed.
    await page.getByRole('button', { name: 'Add note' }).or(ended).first().click()
    await expect(ended).toBeVisible()
    await page.getByLabel('Email').fill(owner.email)
    await page.getByLabel('Password', { exact: true }).fill(owner.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(note).toHaveValue('Typed before it ended')
    await expect(page).toHaveURL(new RegExp(`lead=${lead?.id}$`))
    await page.getByRole('button', { name: 'Add note' }).click()
    await expect(panelOf(page).locator('.quotes')).toContainText('Typed before it ended')
    await page.reload()
    await expect(panelOf(page).locator('.quotes')).toContainText('Typed before it ended')
    await expect(note).toHaveValue('')
  })
})
