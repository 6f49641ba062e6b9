import { adminPaths } from '#/contracts/routes.ts'
import { openDatabase } from '#/server/db/connect/client.ts'
import { probes } from '#/server/db/tables/schema.ts'
import { silentLogger } from '#tests/support/silent-logger.ts'
import {
  expect,
  expectAccessible,
  expectToFit,
  openNotices,
  ownSite,
  signIn,
  test,
} from './fixtures.ts'

test.describe('the probe', { tag: '@slow' }, () => {
  // It is not due while this runs.
  const site = ownSite({ SITE_URL: 'http://localhost:1', PROBE_SCHEDULE: '0 0 29 2 *' })

  test('that failed stands above the inbox, with the reason, until one comes through', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 320, height: 640 })
    const { db, close } = await openDatabase(site, silentLogger)
    const at = (minutes: number) => new Date(Date.UTC(2026, 0, 1, 12, minutes))
    const ended = (minutes: number) => ({
      ...{ dueAt: at(minutes), finishedAt: at(minutes) },
      ...{ startedAt: at(minutes), durationMs: 812 },
    })
    const problem = 'Browsers do not trust the certificate of site.example (CERT_HAS_EXPIRED).'
    await db.insert(probes).values([
      { ...ended(0), state: 'done' },
      { ...ended(1), state: 'failed', problem },
    ])
    const origin = site.url.replace('127.0.0.1', 'localhost')
    await signIn(page, origin)
    await page.goto(origin + adminPaths.leads)
    const banner = page.getByText(
      'The site sent itself a request as a visitor would, and it did not arrive.',
    )
    await openNotices(page)
    await expect(banner).toBeVisible()
    await expect(page.getByText(/ It last arrived Jan 1, 2026, /)).toBeVisible()
    await expectToFit(page)
    await expectAccessible(page)
    await db.insert(probes).values({ ...ended(2), state: 'done' })
    // Which line stands above the inbox is found out every few seconds.
    await expect(banner).toHaveCount(0)
    await close()
  })
})
