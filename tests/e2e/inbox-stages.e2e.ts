import { expect, expectAccessible, panelOf, rowOf, sendRequest, signIn, test } from './fixtures.ts'

test('the inbox opens on what waits for the owner, and shows the rest with one click', async ({
  page,
  server,
  leadsNamed,
}) => {
  await sendRequest(server, { name: 'Is Over', email: 'over@example.com' })
  await sendRequest(server, { name: 'Burst Pipe', service: 'emergency-hvac' })
  await signIn(page)
  const [over] = await leadsNamed('Is Over')
  const closed = { outcome: 'lost', lostReason: 'no-longer-needed' }
  await page.request.put(`/api/admin/leads/${over?.id}/outcome`, { data: closed })
  await page.goto('/admin/form-fills')
  await expect(page.getByLabel('Waits for')).toHaveValue('us')
  await expect(page.locator('.lead').first()).toContainText('Emergency')
  await expect(rowOf(page, 'Burst Pipe')).toContainText('Waits for us')
  await expect(rowOf(page, 'Is Over')).toHaveCount(0)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Clear Filters' }).click()
  await expect(rowOf(page, 'Is Over')).toContainText('Lost: no longer needed')
  await expect(page).toHaveURL(/waitsFor=anyone/)
  await page.getByLabel('Stage').selectOption('Lost')
  await expect(rowOf(page, 'Burst Pipe')).toHaveCount(0)
  await expect(rowOf(page, 'Is Over')).toBeVisible()
  await page.reload()
  await expect(rowOf(page, 'Is Over')).toBeVisible()
})

test('a row says its stage by an edge and in words, which differ without colours too', {
  tag: '@slow',
}, async ({ page, server, leadsNamed }) => {
  const urgent = { service: 'emergency-hvac', message: 'No cooling at all.' }
  await sendRequest(server, { name: 'Edge Emergency', ...urgent })
  await sendRequest(server, { name: 'Edge Done', service: 'energy-efficiency' })
  await sendRequest(server, { name: 'Edge Waiting', service: 'energy-efficiency' })
  await signIn(page)
  const [done] = await leadsNamed('Edge Done')
  await page.request.put(`/api/admin/leads/${done?.id}/outcome`, {
    data: { outcome: 'done', lostReason: null },
  })
  // Two more, as the server says it of those that wait for long, or for somebody else.
  await page.route('**/api/admin/leads?*', async (route) => {
    const response = await route.fetch()
    const page = (await response.json()) as { data: { name: string }[] }
    const waiting = page.data.find(({ name }) => name === 'Edge Waiting')
    if (!waiting) return route.fulfill({ response })
    const [late, asked] = [
      { ...waiting, id: 900_001, name: 'Edge Late', lateness: 'overdue' },
      {
        ...{ ...waiting, id: 900_002, name: 'Edge Asked', stage: 'asked', waitsFor: 'contractor' },
        ...{ companyName: 'Lakeside Air', until: new Date(Date.now() + 36e5).toISOString() },
      },
    ]
    return route.fulfill({ response, json: { ...page, data: [late, asked, ...page.data] } })
  })
  await page.goto('/admin/form-fills?waitsFor=anyone&q=')
  const said = {
    Emergency: ['Emergency HVAC', 'New', 'Waits for us'],
    Late: ['New, overdue', 'Waits for us'],
    Waiting: ['New', 'Waits for us'],
    Asked: ['Asked Lakeside Air, until', 'Waits for the contractor'],
    Done: ['Done', 'Over'],
  }
  for (const [name, words] of Object.entries(said))
    for (const word of words) await expect(rowOf(page, `Edge ${name}`)).toContainText(word)
  await expect(rowOf(page, 'Edge Emergency').locator('.emergency svg')).toBeVisible()
  await expectAccessible(page)
  const edges = () =>
    Promise.all(
      Object.keys(said).map((name) =>
        rowOf(page, `Edge ${name}`)
          .locator('.lead-id')
          .evaluate((cell) => {
            const { boxShadow, borderLeftWidth, borderLeftStyle } = getComputedStyle(cell)
            return `${boxShadow} ${borderLeftWidth} ${borderLeftStyle}`
          }),
      ),
    )
  expect(new Set(await edges()).size, 'each has a colour of its own').toBe(5)
  await page.emulateMedia({ forcedColors: 'active' })
  expect(new Set(await edges()).size, 'each has a form of its own').toBe(5)
})

test('the panel begins with how to reach the person and the next step, and leads on through the list', {
  tag: '@slow',
}, async ({ page, server }) => {
  for (const name of ['Step Second', 'Step First'])
    await sendRequest(server, { name, email: 'step@example.com' })
  await page.setViewportSize({ width: 1366, height: 768 })
  await signIn(page)
  await page.goto('/admin/form-fills?q=step@example')
  await rowOf(page, 'Step First').getByRole('button', { name: 'Step First', exact: true }).click()
  const panel = panelOf(page)
  await expect(panel.getByRole('heading', { name: 'Who fits' })).toBeAttached()
  const topOf = async (label: string) => (await page.getByLabel(label).boundingBox())?.y
  expect(await topOf('Sort by'), 'the filters have one line').toBe(await topOf('Search'))
  // One that lets everything through waits behind the button.
  const filters = page.getByRole('button', { name: 'Filters', exact: true })
  await expect(page.getByLabel('Source')).toBeHidden()
  await filters.press('Enter')
  await expect(page.getByLabel('Source')).toBeVisible()
  await filters.press('Enter')
  const order = ['Mark Contacted', 'Message', 'Notes', 'Who fits', 'History']
  const tops = [
    panel.getByRole('link').first(),
    ...order.map((text) => panel.getByText(text).first()),
  ]
  const places = await Promise.all(tops.map(async (part) => (await part.boundingBox())?.y ?? 0))
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  await panel.getByRole('button', { name: 'Mark Contacted' }).click()
  await panel.getByRole('button', { name: 'Choose a contractor' }).press('Enter')
  await expect(panel.getByRole('heading', { name: 'Who fits' })).toBeFocused()
  await expect(panel.getByRole('heading', { name: 'Who fits' })).toBeInViewport()
  const next = panel.getByRole('button', { name: 'Next lead' })
  await next.press('Enter')
  await expect(panel.getByRole('heading', { name: 'Step Second' })).toBeVisible()
  await expect(next).toBeFocused()
  await panel.getByRole('button', { name: 'Previous lead' }).click()
  await expect(panel.getByRole('heading', { name: 'Step First' })).toBeVisible()
  await expectAccessible(page)
})
