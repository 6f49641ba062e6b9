import { apiPaths } from '#/contracts/routes.ts'
import {
  expect,
  expectAccessible,
  owner,
  panelOf,
  rowOf,
  sendRequest,
  signIn,
  test,
} from './fixtures.ts'

test('on a phone the first lead and every tab are on the first screen of the first day, and the tab stays', {
  tag: '@slow',
}, async ({ page, server }) => {
  await sendRequest(server, {
    ...{ name: 'First Seen', email: 'seen@example.com', phone: '(386) 555-0123' },
    message: '',
  })
  // A busy machine may have a slow database to tell of.
  await page.route(`**${apiPaths.findings}`, (route) => route.fulfill({ json: { data: [] } }))
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page)
  // It stands above the leads, and may come after them.
  await expect(page.getByRole('button', { name: /things? needs? you/ })).toBeVisible()
  const lead = rowOf(page, 'First Seen')
  for (const part of ['First Seen', '(386) 555-0123', 'AC Repair & Installation'])
    await expect(lead.getByText(part).first()).toBeInViewport({ ratio: 1 })
  for (const tab of await page.getByRole('tab').all())
    await expect(tab).toBeInViewport({ ratio: 1 })
  await expectAccessible(page)
  const notifications = page.getByRole('tab', { name: 'Email Notifications' })
  await notifications.click()
  await page.reload()
  await expect(notifications).toHaveAttribute('aria-selected', 'true')
  await page.goBack()
  await expect(rowOf(page, 'First Seen')).toBeVisible()
  // The press alone: a notice that arrives may move the tab away before it ends.
  await notifications.dispatchEvent('mousedown')
  await expect(notifications).toHaveAttribute('aria-selected', 'true')
})

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
    await expect(panelOf(page).locator('.notes')).toContainText('Typed before it ended')
    await page.reload()
    await expect(panelOf(page).locator('.notes')).toContainText('Typed before it ended')
    await expect(note).toHaveValue('')
  })
})
