import { join } from 'node:path'
import { adminPaths } from '#/contracts/routes.ts'
import { openDatabase } from '#/server/db/connect/client.ts'
import { probes } from '#/server/db/tables/schema.ts'
import { type ServerProcess, startWithDatabase } from '#tests/support/server-process.ts'
import { silentLogger } from '#tests/support/silent-logger.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import {
  expect,
  expectAccessible,
  expectToFit,
  openNotices,
  owner,
  signIn,
  test,
} from './fixtures.ts'

test.describe('the probe', { tag: '@slow' }, () => {
  let folder: ReturnType<typeof temporaryFolder>
  let server: ServerProcess
  let dataDir: string
  test.beforeAll(async () => {
    folder = temporaryFolder()
    dataDir = join(folder.path, 'data')
    server = await startWithDatabase({
      DATA_DIR: dataDir,
      ADMIN_EMAIL: owner.email,
      ADMIN_PASSWORD: owner.password,
      SITE_URL: 'http://localhost:1',
      // It is not due while this runs.
      PROBE_SCHEDULE: '0 0 29 2 *',
      LOG_LEVEL: 'fatal',
    })
  })
  test.afterAll(async () => {
    await server.end('SIGTERM')
    folder.remove()
  })

  test('that failed stands above the inbox, with the reason, until one comes through', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 320, height: 640 })
    const { db, close } = await openDatabase({ dataDir }, silentLogger)
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
    const origin = server.url.replace('127.0.0.1', 'localhost')
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
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('tab').first()).toBeVisible()
    await expect(banner).toBeHidden()
    await close()
  })
})
