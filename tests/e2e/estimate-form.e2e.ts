import { api, pathTo } from '#/contracts/endpoints/api.ts'
import { expect, expectAccessible, fillIn, openWithScripts, test } from './fixtures.ts'

test.describe('with React, on a phone', () => {
  test.use({
    expectedConsoleErrors: /Failed to load resource/,
    viewport: { width: 390, height: 844 },
  })

  test('needs the required fields, and says beside a field what the server refuses', async ({
    page,
  }) => {
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/api/')) sent.push(request.url())
    })
    await openWithScripts(page, '/contact')
    const send = page.getByRole('button', { name: 'SEND MESSAGE' })
    await send.click()
    await expect(page.getByLabel('Full Name')).toBeFocused()
    await page.getByLabel('Full Name').fill('Somebody')
    await page.getByLabel('Email Address').fill('a@b.example')
    await page.getByLabel('Phone Number').fill('3865550123')
    await send.click()
    await expect(page.getByLabel('Service Needed')).toBeFocused()
    expect(sent).toEqual([])

    await fillIn(page, 'Refused')
    const details = page.getByLabel('Project Details')
    await details.fill('It hums.\u0001')
    await send.click()
    await expect(page.getByText('Error Sending Message', { exact: true })).toBeVisible()
    await expect(details).toHaveAttribute('aria-invalid', 'true')
    await expect(details).toBeFocused()
    await expect(details).toHaveAccessibleDescription(/characters we can’t read/)
    await expectAccessible(page, 'form, .toast-viewport')
    await expect(page.getByLabel('Full Name')).toHaveValue('Refused')
    await details.fill('It hums.')
    await expect(details).not.toHaveAttribute('aria-invalid', 'true')
  })

  test('keeps the fields when an answer is lost, sends once, confirms it, and is empty again', async ({
    page,
    leadsNamed,
  }) => {
    // Also of what is sent again by itself, until the visitor sends it again.
    let areAnswersLost = true
    await page.route('**/api/contact', async (route) => {
      await expect(page.getByRole('button', { name: 'SUBMITTING...' })).toBeDisabled()
      if (!areAnswersLost) return route.continue()
      await route.fetch()
      await route.abort()
    })
    await openWithScripts(page, '/')
    await fillIn(page, 'Sent From Home')
    const send = page.getByRole('button', { name: 'GET FREE ESTIMATE' })
    const waiting = page.getByText('Still sending')
    const success = page.getByText('Request Submitted Successfully', { exact: true })
    await send.click()
    await expect(waiting).toBeVisible()
    await expect(page.getByLabel('Full Name')).toHaveValue('Sent From Home')

    areAnswersLost = false
    await send.click()
    await expect(success).toBeVisible()
    await expect(page.getByText('Our team will contact you shortly to')).toBeVisible()
    await expectAccessible(page, 'form, .toast-viewport')
    await expect(page.getByLabel('Full Name')).toHaveValue('')
    await expect(page.getByLabel('Service Needed')).toHaveValue('')
    await expect(send).toBeEnabled()
    expect(await leadsNamed('Sent From Home')).toMatchObject([{ address: null }])

    // What is edited before the retry is not lost.
    areAnswersLost = true
    await fillIn(page, 'Edited At Home')
    await send.click()
    await expect(waiting).toBeVisible()
    await page.getByLabel('Project Details').fill('Now it leaks, too.')
    areAnswersLost = false
    await send.click()
    await expect(success).toBeVisible()
    // What was sent by itself meanwhile may have arrived first.
    await expect
      .poll(async () => (await leadsNamed('Edited At Home')).map((lead) => lead.message))
      .toContain('Now it leaks, too.')
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('sends a request and ends in a page with the same words', async ({ page, leadsNamed }) => {
    await page.goto('/')
    await fillIn(page, 'Plain From Home')
    await page.getByRole('button', { name: 'GET FREE ESTIMATE' }).click()
    await expect(
      page.getByRole('heading', { name: 'Request Submitted Successfully' }),
    ).toBeVisible()
    await expect(page.getByText('Our team will contact you shortly to')).toBeVisible()
    expect(await leadsNamed('Plain From Home')).toHaveLength(1)
  })
})

test('the stored lead has the attribution of the first page, where React did not run, and the consent as shown', async ({
  page,
  leadsNamed,
  ownerCookie,
}) => {
  const arrival = '/services?utm_source=google&gclid=c1'
  await page.goto(arrival, { referer: 'https://www.google.com/' })
  await page.goto('/about')
  await openWithScripts(page, '/about?utm_source=later')
  await page.getByRole('link', { name: 'Contact' }).first().click()
  await expect(page).toHaveURL(/\/contact$/)
  const shown = await page.locator('.send .hint').innerText()
  await fillIn(page, 'Came From Google')
  await page.getByRole('button', { name: 'SEND MESSAGE' }).click()
  await expect(page.getByText('Message Sent Successfully', { exact: true })).toBeVisible()
  expect(await page.context().cookies()).toEqual([])
  const [lead] = await leadsNamed('Came From Google')
  const headers = { cookie: ownerCookie }
  const stored = await page.request.get(pathTo(api.lead, { leadId: lead?.id ?? 0 }), { headers })
  expect((await stored.json()).data).toMatchObject({
    source: 'google ads',
    attribution: {
      landingPage: arrival,
      referrer: 'https://www.google.com/',
      utm_source: 'google',
      gclid: 'c1',
    },
    consent: { text: shown, page: '/contact' },
    quarantineReasons: [],
  })
})
