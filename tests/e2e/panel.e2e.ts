import { expect, panelOf, rowOf, sendRequest, signIn, test } from './fixtures.ts'

test('the list stays where it was when the panel opens and closes, at every width', {
  tag: '@slow',
}, async ({ page, server }) => {
  for (let number = 10; number < 34; number += 1)
    await sendRequest(server, { name: `Stays ${number}` })
  await signIn(page)
  for (const [width, height] of [
    [390, 844],
    [768, 1024],
    [1366, 768],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.goto('/admin/form-fills?waitsFor=anyone&q=Stays')
    const row = rowOf(page, 'Stays 18')
    await expect(rowOf(page, 'Stays 33')).toBeVisible()
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight / 2))
    await row.scrollIntoViewIfNeeded()
    const top = async () => Math.round((await row.boundingBox())?.y ?? Number.NaN)
    const before = await top()
    await row.getByRole('button', { name: 'Stays 18', exact: true }).click()
    const panel = panelOf(page)
    await expect(panel.getByRole('heading', { name: 'Stays 18' })).toBeVisible()
    await expect(row).toBeInViewport()
    await panel.getByRole('button', { name: 'Close lead' }).click()
    await expect(panel).toBeHidden()
    await expect(row).toBeFocused()
    await expect(row).toBeInViewport()
    // Beside the panel a row has another height, so that its own place may change.
    if (width < 1100) expect(Math.abs((await top()) - before), `at ${width} px`).toBeLessThan(2)
  }
})
