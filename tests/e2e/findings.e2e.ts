import type { Page } from '@playwright/test'
import { findingCatalog } from '#/contracts/health/finding-catalog.ts'
import type { Finding } from '#/contracts/health/findings.ts'
import { adminPaths, apiPaths, healthPaths } from '#/contracts/routes.ts'
import { expect, expectAccessible, expectToFit, openNotices, signIn, test } from './fixtures.ts'

const finding = (key: Finding['key'], text: string, more: Partial<Finding> = {}): Finding => ({
  ...{ key, text, detail: null, since: '2026-01-02T03:04:00.000Z', links: [] },
  severity: findingCatalog[key].severity,
  advice: findingCatalog[key].advice,
  ...more,
})

const full = finding('database-full', 'The disk of the database is full: it stores nothing.')
const waits = finding('requests-wait', '1,994 requests wait on the server’s disk to be stored.')
const late = finding(
  'backup-late',
  'The last scheduled backup is late: no file has come from it.',
  { links: [{ text: 'See the backups', path: adminPaths.backups }] },
)
const papers = finding('papers-lapse', 'The papers of 2 contractors need attention.', {
  detail: 'Cool Air: License lapses in 3 days, on Jan 5, 2026.',
})
const aged = finding('postgres-aged', 'The embedded PostgreSQL is 195 days old.')

/** Answers with these findings; later ones may be put in their place. */
async function serve(page: Page, ...first: Finding[]) {
  const state = { findings: first }
  await page.route(`**${apiPaths.findings}`, (route) =>
    route.fulfill({ json: { data: state.findings } }),
  )
  return state
}

const noticesOf = (page: Page) => page.locator('.office-notice[data-tone]')

test('the inbox says what is wrong, since when and what to do, as it comes and goes', {
  tag: '@slow',
}, async ({ page }) => {
  const state = await serve(page)
  await page.clock.install()
  /** What is wrong is asked for again. */
  const askAgain = () => page.clock.fastForward('00:05')
  await signIn(page)
  await openNotices(page)
  await expect(noticesOf(page)).toHaveCount(0)

  state.findings = [full]
  await askAgain()
  await expect(page.getByText(full.text)).toBeVisible()

  state.findings = [full, waits, late, papers, aged]
  await askAgain()
  await expect(noticesOf(page)).toHaveCount(5)
  for (const { text } of state.findings) await expect(page.getByText(text)).toBeVisible()
  await expect(noticesOf(page).first()).toContainText('Make room on the disk of the database.')
  await expect(noticesOf(page).first()).toContainText(/Since .*Jan/)
  await expect(page.getByText(papers.detail ?? '')).toBeVisible()
  await expectAccessible(page)
  await expectToFit(page)

  state.findings = []
  await askAgain()
  await expect(noticesOf(page)).toHaveCount(0)
  state.findings = [late]
  await askAgain()
  await page.getByRole('link', { name: 'See the backups' }).press('Enter')
  await expect(page).toHaveURL(adminPaths.backups)
  await expect(page.getByText(late.text)).toBeVisible()
})

test.describe('without its database', () => {
  test.use({ expectedConsoleErrors: /status of 503/ })

  test('the inbox shows what the server tells anybody, with what to do', { tag: '@slow' }, async ({
    page,
  }) => {
    await signIn(page)
    await page.route(`**${apiPaths.findings}`, (route) =>
      route.fulfill({ status: 503, json: { code: 'unavailable', message: 'Away.' } }),
    )
    const { key, text, since } = full
    await page.route(`**${healthPaths.ready}`, (route) =>
      route.fulfill({ status: 503, json: { findings: [{ key, text, since }] } }),
    )
    await expect(page.getByRole('button', { name: /needs? you/ })).toContainText(text)
    await openNotices(page)
    await expect(page.getByText(text)).toBeVisible()
    await expect(noticesOf(page)).toContainText('Make room on the disk of the database.')
  })
})
