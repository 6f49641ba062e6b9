import { api } from '#/contracts/endpoints/api.ts'
import { fillForm } from '#tests/support/leads/filled-form.ts'
import {
  expect,
  expectAccessible,
  holdBack,
  panelOf,
  rowOf,
  sendRequest,
  signInByForm,
  test,
} from './fixtures.ts'

test.describe('one lead', () => {
  // A lead that was erased is asked for.
  test.use({ expectedConsoleErrors: /Failed to load resource.*404/ })

  test('the owner works one lead with the mouse, from the mail’s link to its erasure', {
    tag: '@slow',
  }, async ({ page, server, leadsNamed }) => {
    const person = { email: 'olga@example.com', phone: '386 555 0161 ext. 7' }
    await sendRequest(server, { ...person, name: 'Olga First', address: '9 Palm Court' })
    await sendRequest(server, {
      ...person,
      name: 'Olga Again',
      message: 'It is\n<b>hot</b>',
      visit: '/contact?gclid=abc123',
    })
    await sendRequest(server, {
      name: 'Spam Sam',
      email: 'sam@example.com',
      phone: '386 555 0162',
      message: 'https://a.example https://b.example https://c.example',
    })
    const fields = fillForm(await (await page.request.get('/')).text())
    const form = Object.fromEntries(fields.map(({ name, sent }) => [name, sent]))
    await sendRequest(server, form)
    const panel = panelOf(page)
    const [filled] = await leadsNamed(form.name ?? '')
    await signInByForm(page, `/admin/form-fills?waitsFor=anyone&lead=${filled?.id}`)
    for (const { shown } of fields) await expect(panel).toContainText(shown)

    const [again] = await leadsNamed('Olga Again')
    await page.goto(`/admin/form-fills?waitsFor=anyone&lead=${again?.id}`)
    await expect(panel.getByRole('heading', { name: 'Olga Again' })).toBeVisible()
    await expect(panel.getByRole('link', { name: /555.0161 ext/ })).toHaveAttribute(
      'href',
      'tel:+13865550161,7',
    )
    await expect(panel.getByRole('link', { name: 'olga@example.com' })).toHaveAttribute(
      'href',
      'mailto:olga@example.com',
    )
    await expect(panel).toContainText('It is\n<b>hot</b>')
    await expect(panel).toContainText('Google ads')
    await expect(panel).toContainText('abc123')
    await expect(panel.getByText('Received').last()).toBeVisible()

    // A button that goes with what it did leaves the focus in the panel.
    await panel.getByLabel('Add a note').fill('Rings twice')
    await panel.getByRole('button', { name: 'Add note' }).press('Enter')
    await expect(panel.getByText('Rings twice').first()).toBeVisible()
    await expect(panel.getByRole('heading', { name: 'Notes' })).toBeFocused()
    await panel.getByRole('button', { name: 'Edit', exact: true }).press('Enter')
    await expect(panel.getByRole('heading', { name: 'Olga Again' })).toBeFocused()
    await panel.getByRole('button', { name: 'Cancel' }).press('Enter')

    const note = panel.getByLabel('Add a note')
    await note.fill('Calls back\nafter five')
    const release = await holdBack(page, '**/notes', () =>
      panel.getByRole('button', { name: 'Add note' }).click(),
    )
    await note.fill('Has two dogs')
    release()
    await expect(panel.locator('.quotes')).toContainText('Calls back\nafter five')
    await expect(panel.locator('.quotes')).toContainText('owner@example.com')
    await expect(note).toHaveValue('Has two dogs')
    await page.reload()
    await expect(note).toHaveValue('Has two dogs')
    await panel.getByRole('button', { name: 'Mark Contacted' }).click()
    await expect(panel.locator('section', { hasText: /^History/ })).toContainText(
      'Marked contacted by owner@example.com',
    )
    await expect(rowOf(page, 'Olga Again').getByRole('button', { name: 'Mark New' })).toBeVisible()
    await expectAccessible(page)

    await panel.getByRole('button', { name: /Olga First/ }).click()
    await expect(panel.getByRole('heading', { name: 'Olga First' })).toBeVisible()
    await expect(page).toHaveURL(/[?&]lead=\d+$/)
    await panel.getByRole('button', { name: 'Close request' }).click()
    await expect(panel).toHaveCount(0)

    await page.getByRole('button', { name: 'Filters', exact: true }).click()
    await page.getByRole('checkbox', { name: 'Held as spam' }).check()
    await rowOf(page, 'Spam Sam').click()
    await expect(panel).toContainText('There are 3 links in the message.')
    await panel.getByRole('button', { name: 'This is a real request' }).click()
    await expect(page.getByText('Marked as not spam', { exact: true })).toBeVisible()
    await expect(rowOf(page, 'Spam Sam')).toHaveCount(0)
    await page.getByRole('checkbox', { name: 'Held as spam' }).uncheck()
    await page.getByRole('searchbox').fill('Spam Sam')
    await expect(rowOf(page, 'Spam Sam')).toBeVisible()
    const addressOfSam = page.url()
    await panel.getByRole('button', { name: 'This is spam' }).click()
    await expect(rowOf(page, 'Spam Sam')).toHaveCount(0)
    // Escape takes back the question, and the panel stays.
    await panel.getByRole('button', { name: 'Erase data' }).click()
    const question = page.getByRole('dialog', { name: 'Erase this person’s data?' })
    await expect(question).toContainText('This deletes 1 request')
    await page.keyboard.press('Escape')
    await expect(question).toBeHidden()
    await expect(panel).toBeVisible()
    await panel.getByRole('button', { name: 'Close request' }).click()

    await page.getByRole('link', { name: 'Settings', exact: true }).click()
    const settings = page.getByRole('region', { name: 'Erase a person’s data' })
    await settings.getByLabel('Email address or phone number').fill('OLGA@example.com')
    await settings.getByRole('button', { name: 'Erase data' }).click()
    await expect(settings.getByText(/deletes 2 requests, 2 notes and/)).toBeVisible()
    await expectAccessible(page)
    await settings.getByRole('button', { name: 'Erase permanently' }).click()
    await expect(page.getByText('2 requests erased', { exact: true })).toBeVisible()
    await page.goBack()
    await expect(rowOf(page, 'Olga')).toHaveCount(0)
    expect(await leadsNamed('Olga Again', 0)).toEqual([])
    // The note that was typed and not added was this person's, too.
    const drafts = () => page.evaluate(() => JSON.stringify(sessionStorage))
    await expect.poll(drafts).not.toContain('two dogs')
    await page.goto(addressOfSam)
    await note.fill('Sells cats')
    await page.goto('/')
    // An inbox without any lead would show no panel.
    await sendRequest(server, { name: 'Stays Here', email: 'stays@example.com' })
    const data = { email: 'sam@example.com', expectedLeads: 1 }
    expect((await page.request.post(api.erasures.path, { data })).ok()).toBe(true)
    await page.goto(addressOfSam)
    await expect(panel).toContainText('This request no longer exists.')
    await expect.poll(drafts).not.toContain('Sells cats')
  })
})
