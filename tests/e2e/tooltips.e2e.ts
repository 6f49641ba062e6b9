import type { Locator, Page } from '@playwright/test'
import { expect, expectAccessible, panelOf, rowOf, sendRequest, signIn, test } from './fixtures.ts'

const boxOf = async (locator: Locator) => {
  const box = await locator.boundingBox()
  if (!box) throw new Error('it is not to be seen')
  return { ...box, right: box.x + box.width, bottom: box.y + box.height }
}

/** Moves the mouse there as a hand does, without waiting for the page, whose clock stands still. */
async function pointAt(page: Page, locator: Locator): Promise<void> {
  const { x, y, width, height } = await boxOf(locator)
  await page.mouse.move(x + width / 2, y + height / 2)
}

test('a tooltip opens after a while, at once soon after another, and Escape closes it alone', {
  tag: '@slow',
}, async ({ page, server, leadsNamed }) => {
  const message = `It hums. ${'And then it hums again. '.repeat(12)}At last it stops.`
  await sendRequest(server, { name: 'Long Story', message })
  const [lead] = await leadsNamed('Long Story')
  await page.setViewportSize({ width: 1366, height: 768 })
  await page.clock.install()
  await signIn(page)
  const tip = page.locator('.tooltip > span')
  const live = page.getByText('Live', { exact: true })
  const speed = page.getByText('Median answer time')
  const cut = rowOf(page, 'Long Story').getByText('It hums.')
  await expect(live).toBeVisible()
  await expect(cut).toBeVisible()
  await page.clock.pauseAt(Date.now() + 60_000)

  await pointAt(page, live)
  await page.clock.runFor(699)
  await expect(tip).toHaveCount(0)
  await page.clock.runFor(1)
  await expect(tip).toHaveText('New requests appear automatically.')
  const [shown, pointed] = [await boxOf(tip), await boxOf(live)]
  expect(shown.bottom <= pointed.y || shown.y >= pointed.bottom).toBe(true)
  await pointAt(page, tip)
  await page.clock.runFor(1_000)
  await expect(tip).toBeVisible()

  await pointAt(page, speed)
  await page.clock.runFor(1)
  await expect(tip).toContainText('Requests from the last 30 days')
  await page.mouse.move(2, 2)
  await expect(tip).toHaveCount(0)
  await page.clock.runFor(300)
  await pointAt(page, cut)
  await page.clock.runFor(699)
  await expect(tip).toHaveCount(0)
  await page.clock.runFor(1)
  await expect(tip).toContainText('At last it stops.')
  await page.clock.resume()

  await page.goto(`/admin/form-fills?lead=${lead?.id}`)
  const close = panelOf(page).getByRole('button', { name: 'Close' })
  await close.press('Shift')
  await close.blur()
  await close.focus()
  await expect(tip).toHaveText('Close lead')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(tip).toHaveCount(0)
  await expect(close).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(panelOf(page)).toHaveCount(0)
})
