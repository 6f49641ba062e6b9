import type { Finding } from '#/contracts/health/findings.ts'
import type { Retention } from '#/contracts/leads/privacy.ts'
import { adminPaths } from '#/contracts/routes.ts'
import type { SeoEditorState } from '#/contracts/seo/seo.ts'
import { expect, expectAccessible, openNotices, signIn, test } from './fixtures.ts'

const comingBack = (removal: Retention['removals'][number]) => ({ ...removal, isComingBack: true })

test('the owner may keep and undo what is deleted at once, and is told when leads may be lost', {
  tag: '@slow',
}, async ({ page }) => {
  const asked: unknown[] = []
  const held: Retention = { days: 60, heldBack: 0, lastRun: null, isRunning: false, removals: [] }
  await page.route('**/api/admin/retention', (route) => route.fulfill({ json: { data: held } }))
  await page.route('**/api/admin/retention/runs', (route) => {
    asked.push(route.request().postDataJSON())
    held.heldBack = null
    held.removals = [
      {
        id: 7,
        at: '2026-03-04T19:05:00.000Z',
        until: '2026-03-11T19:05:00.000Z',
        leads: 18,
        isComingBack: false,
      },
    ]
    return route.fulfill({ json: { data: held } })
  })
  await page.route('**/api/admin/retention/removals/7/undo', (route) => {
    Object.assign(held, { days: null, removals: held.removals.map(comingBack) })
    return route.fulfill({ json: { data: held } })
  })
  const shared = { since: '2026-03-04T19:05:00.000Z', detail: null, links: [] }
  const findings: Finding[] = [
    {
      ...{ ...shared, key: 'commits-fsync', severity: 'bad' },
      text: 'The database does not wait for its disk: a power cut can lose the latest requests.',
      advice: 'Show this to whoever runs the machine: the database must wait for its disk.',
    },
    {
      ...{ ...shared, key: 'postgres-aged', severity: 'warn' },
      text: 'The embedded PostgreSQL is 194 days old.',
      detail: 'It is 18.4, released on May 14, 2026.',
      advice: 'Show this to whoever runs the machine.',
    },
  ]
  await page.route('**/api/admin/findings', (route) => route.fulfill({ json: { data: findings } }))
  await page.clock.install()
  await signIn(page)
  await openNotices(page)
  await expect(page.getByText(/a power cut can lose the latest requests/)).toBeVisible()
  await expect(page.getByText('the database must wait for its disk')).toBeVisible()
  await expect(page.getByText('It is 18.4, released on May 14, 2026.')).toBeVisible()
  const banner = page.locator('.office-notice').filter({ hasText: 'Delete 18 requests?' })
  await expect(banner).toHaveCount(0)
  // The page stays open for days.
  held.heldBack = 18
  await page.clock.fastForward('05:00')
  const open = banner.getByRole('button', { name: 'Delete' })
  await open.click()
  const question = page.getByRole('dialog', { name: 'Delete these requests?' })
  await expect(question.getByRole('button', { name: 'Keep' })).toBeFocused()
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Keep' }).click()
  await open.click()
  expect(asked).toEqual([])
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('18 requests are being removed', { exact: true })).toBeVisible()
  await expect(banner).toHaveCount(0)
  expect(asked).toEqual([{ expectedLeads: 18 }])

  await page.goto(adminPaths.settings)
  const removed = page.getByRole('list', { name: 'Removed requests' })
  await expect(removed).toContainText(/18 requests were removed on .*2026.* until .*2026/)
  await expectAccessible(page)
  await removed.getByRole('button', { name: 'Restore 18 requests' }).click()
  await expect(page.getByText(/^They are being restored\. Requests are kept forever/)).toBeVisible()
  await expect(removed).toHaveText('18 requests are being restored.')
  await expect(page.getByLabel('Delete requests after (days)')).toHaveValue('')
  held.removals = []
  await expect(removed).toHaveCount(0)
})

test('the editor says what of a stored record is not used, and still opens', {
  tag: '@slow',
}, async ({ page }) => {
  const deep = `{"@context":"https://schema.org","a":${'['.repeat(5_000)}${']'.repeat(5_000)}}`
  const selector = '<meta http-equiv="refresh" content="0;url=/elsewhere"><img>'
  await page.route('**/api/seo/editor?*', async (route) => {
    const { data }: { data: SeoEditorState } = await (await route.fetch()).json()
    const record = {
      ...data.defaults,
      structuredData: deep,
      imageAltTexts: JSON.stringify([{ selector, alt: 'Bad' }]),
      pagePath: '/about',
      version: 1,
      updatedAt: '2026-01-01T00:00:00.000Z',
    }
    await route.fulfill({ json: { data: { ...data, record, whyBuiltIn: 'It is too deep.' } } })
  })
  await page.goto('/about?editseo=true')
  await expect(page.getByRole('alert')).toContainText(
    'This page is served with its built-in values, because the stored ones cannot be used: It is too deep.',
  )
  await page.getByRole('tab', { name: 'Content SEO' }).click()
  await expect(page.getByText(/^Not applied: this selector cannot be used\./)).toBeVisible()
  await page.getByRole('tab', { name: 'Advanced' }).click()
  await expect(page.getByText('32 deep in each other at most.')).toBeVisible()
  await page.getByRole('tab', { name: 'Now and after' }).click()
  await expect(page.getByRole('heading', { name: 'Served now, and after saving' })).toBeVisible()
})
