import type { Finding } from '#/contracts/health/findings.ts'
import type { SeoEditorState } from '#/contracts/seo/seo.ts'
import { expect, expectAccessible, openNotices, signIn, test } from './fixtures.ts'

test('the owner is told when leads may be lost', {
  tag: '@slow',
}, async ({ page }) => {
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
  await signIn(page)
  await openNotices(page)
  await expect(page.getByText(/a power cut can lose the latest requests/)).toBeVisible()
  await expect(page.getByText('the database must wait for its disk')).toBeVisible()
  await expect(page.getByText('It is 18.4, released on May 14, 2026.')).toBeVisible()
  await expectAccessible(page)
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
