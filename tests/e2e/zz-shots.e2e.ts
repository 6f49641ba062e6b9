import { apiPaths } from '#/contracts/routes.ts'
import { contactBody } from '#tests/support/factories.ts'
import { test } from './fixtures.ts'

test('shots', async ({ page, server }) => {
  for (const [name, fields] of [
    ['unknown', { address: 'Not required' }],
    ['outside', { address: 'Miami, FL 33101' }],
    ['known', { message: 'I smell gas near the furnace' }],
    ['urgent', { service: 'emergency-hvac' }],
  ] as const) {
    const response = await fetch(server.url + apiPaths.contact, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(contactBody({ name: `Shot ${name}`, ...fields })),
    })
    const { data } = (await response.json()) as { data: { requestPath: string } }
    for (const width of [390, 1366]) {
      await page.setViewportSize({ width, height: width === 390 ? 844 : 768 })
      await page.goto(data.requestPath)
      await page.screenshot({ path: `/tmp/place/${name}-${width}.png`, fullPage: true })
    }
  }
  await page.goto('/request/AAAAAAAAAAAAAAAAAAAAAA')
  await page.screenshot({ path: '/tmp/place/problem.png', fullPage: true })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/contact')
})
