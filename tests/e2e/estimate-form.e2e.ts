import { api, pathTo } from '#/contracts/endpoints/api.ts'
import type { LeadDetails } from '#/contracts/leads/inbox.ts'
import type { LeadEntry } from '#/contracts/leads/leads.ts'
import { expect, expectAccessible, fillIn, holdBack, openWithScripts, test } from './fixtures.ts'

const phone = { width: 390, height: 844 }

const forms = [
  {
    path: '/',
    button: 'GET FREE ESTIMATE',
    busy: 'SUBMITTING...',
    success: 'Request Submitted Successfully',
    successText: 'Our team will contact you shortly to schedule your free estimate.',
    failure: 'Error Submitting Request',
  },
  {
    path: '/contact',
    button: 'SEND MESSAGE',
    busy: 'SENDING...',
    success: 'Message Sent Successfully',
    successText: "We'll get back to you as soon as possible.",
    failure: 'Error Sending Message',
  },
]

for (const form of forms) {
  // Both pages have the same form with other words.
  const tag = form.path === '/contact' ? '@slow' : []
  test.describe(`the form on ${form.path}`, { tag }, () => {
    test.use({ viewport: phone })

    test.describe('with React', () => {
      test.use({ expectedConsoleErrors: /Failed to load resource/ })

      test('needs the required fields, and says beside a field what the server refuses', async ({
        page,
      }) => {
        const sent: string[] = []
        page.on('request', (request) => {
          if (request.url().includes('/api/')) sent.push(request.url())
        })
        await openWithScripts(page, form.path)
        const send = page.getByRole('button', { name: form.button })
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
        await expect(page.getByText(form.failure, { exact: true })).toBeVisible()
        await expect(details).toHaveAttribute('aria-invalid', 'true')
        await expect(details).toBeFocused()
        await expect(details).toHaveAccessibleDescription(/characters we cannot read/)
        await expectAccessible(page, 'form, .toast-viewport')
        await expect(page.getByLabel('Full Name')).toHaveValue('Refused')
        await details.fill('It hums.')
        await expect(details).not.toHaveAttribute('aria-invalid', 'true')
      })

      test('keeps the fields when an answer is lost, sends once, confirms it, and is empty again', async ({
        page,
        leadsNamed,
      }) => {
        const name = `Sent from ${form.path}`
        // Also of what is sent again by itself, until the visitor sends it again.
        let areAnswersLost = true
        await page.route('**/api/contact', async (route) => {
          await expect(page.getByRole('button', { name: form.busy })).toBeDisabled()
          if (!areAnswersLost) return route.continue()
          await route.fetch()
          await route.abort()
        })
        await openWithScripts(page, form.path)
        await fillIn(page, name)
        const send = page.getByRole('button', { name: form.button })
        const waiting = page.getByText('Not confirmed yet: we keep trying')
        const success = page.getByText(form.success, { exact: true })
        await send.click()
        await expect(waiting).toBeVisible()
        // It is sent again by itself, so nobody is told to try again.
        await expect(page.getByText(form.failure, { exact: true })).toBeHidden()
        await expect(page.getByText(/try again/i)).toHaveCount(0)
        await expect(page.getByLabel('Full Name')).toHaveValue(name)

        areAnswersLost = false
        await send.click()
        await expect(success).toBeVisible()
        await expect(page.getByText(form.successText, { exact: true })).toBeVisible()
        await expectAccessible(page, 'form, .toast-viewport')
        await expect(page.getByLabel('Full Name')).toHaveValue('')
        await expect(page.getByLabel('Service Needed')).toHaveValue('')
        await expect(send).toBeEnabled()
        const leads = await leadsNamed(name)
        expect(leads.map(({ address }) => address)).toEqual([null])

        // What is edited before the retry is not lost.
        const edited = `Edited on ${form.path}`
        await fillIn(page, edited)
        areAnswersLost = true
        await send.click()
        await expect(waiting).toBeVisible()
        await page.getByLabel('Project Details').fill('Now it leaks, too.')
        areAnswersLost = false
        await send.click()
        await expect(success).toBeVisible()
        const messages = (await leadsNamed(edited)).map((lead) => lead.message)
        expect(messages).toContain('Now it leaks, too.')
      })
    })

    test.describe('without JavaScript', () => {
      test.use({ javaScriptEnabled: false })

      test('sends a request and ends in a page with the same words', async ({
        page,
        leadsNamed,
      }) => {
        const name = `Plain from ${form.path}`
        await page.goto(form.path)
        await fillIn(page, name)
        await page.getByRole('button', { name: form.button }).click()
        await expect(page.getByRole('heading', { name: form.success })).toBeVisible()
        await expect(page.getByText(form.successText)).toBeVisible()
        const [lead] = await leadsNamed(name)
        expect(lead?.address).toBeNull()
      })

      test.describe('with an invalid field', () => {
        test.use({ expectedConsoleErrors: /Failed to load resource/ })

        test('shows the form again with the typed values and the errors', async ({
          page,
          leadsNamed,
        }) => {
          const name = `Corrected on ${form.path}`
          await page.goto(form.path)
          await fillIn(page, name)
          await page.getByLabel('Phone Number').fill('call me')
          await page.getByRole('button', { name: form.button }).click()
          await expect(page.getByLabel('Full Name')).toHaveValue(name)
          await expect(page.getByLabel('Service Needed')).toHaveValue('ac-repair')
          await expect(page.getByLabel('Project Details')).toHaveValue(
            'It hums but does not start.',
          )
          await expect(page.getByLabel('Phone Number')).toHaveValue('call me')
          await expect(page.getByLabel('Phone Number')).toHaveAccessibleDescription(/phone number/i)

          await page.getByLabel('Phone Number').fill('386 555 0123')
          await page.getByRole('button', { name: form.button }).click()
          await expect(page.getByRole('heading', { name: form.success })).toBeVisible()
          expect(await leadsNamed(name)).toHaveLength(1)
        })
      })
    })
  })
}

test('text that was typed before React runs stays', async ({ page, leadsNamed }) => {
  const release = await holdBack(page, '**/assets/*.js', async () => {
    await page.goto('/contact')
    await fillIn(page, 'Early Typist')
  })
  release()
  await page.waitForFunction(() => document.querySelector('form')?.noValidate)
  await page.getByRole('button', { name: 'SEND MESSAGE' }).click()
  await expect(page.getByText('Message Sent Successfully', { exact: true })).toBeVisible()
  expect(await leadsNamed('Early Typist')).toHaveLength(1)
})

test.describe('the stored lead', () => {
  type Answer<Data> = { data: Data }

  /** The details of the newest lead with a name. */
  async function detailsOf(server: { url: string }, cookie: string, name: string) {
    const ask = async <Data>(path: string) => {
      const response = await fetch(server.url + path, { headers: { cookie } })
      return ((await response.json()) as Answer<Data>).data
    }
    const [lead] = await ask<LeadEntry[]>(`${api.leads.path}?${new URLSearchParams({ q: name })}`)
    return ask<LeadDetails>(pathTo(api.lead, { leadId: lead?.id ?? 0 }))
  }

  test('has the attribution of the first page, where React did not run, and the consent as shown', async ({
    page,
    server,
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
    expect(await detailsOf(server, ownerCookie, 'Came From Google')).toMatchObject({
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
})
