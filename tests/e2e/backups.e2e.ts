import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { adminPaths } from '#/contracts/routes.ts'
import { createLook } from '#/server/backup/schedule/look.ts'
import { makeDueBackup } from '#/server/backup/schedule/make-due-backup.ts'
import { openDatabase } from '#/server/db/connect/client.ts'
import { backups, sessions } from '#/server/db/tables/schema.ts'
import { silentLogger } from '#tests/support/silent-logger.ts'
import {
  expect,
  expectAccessible,
  expectToFit,
  openNotices,
  owner,
  ownSite,
  signIn,
  test,
} from './fixtures.ts'

const phone = { width: 320, height: 640 }

test.describe('backups', { tag: '@slow' }, () => {
  // On one server, which takes longer to start than a test.
  test.describe.configure({ mode: 'default' })
  test.use({ expectedConsoleErrors: /status of (400|403)/ })
  const site = ownSite()

  /** Does what the schedule does when its time has come. */
  async function makeOne(command?: string) {
    const { db, close } = await openDatabase(site, silentLogger)
    const path = join(site.dataDir, 'backups')
    const dueAt = new Date(Math.ceil(Date.now() / 1000) * 1000)
    try {
      await makeDueBackup(
        {
          db,
          log: silentLogger,
          location: { dataDir: site.dataDir, databaseUrl: undefined },
          backup: {
            folder: path,
            isFolderNamed: false,
            command,
            plan: { every: 'day', keep: 7 },
            isMadeBeforeUpgrades: true,
          },
          look: createLook({ folder: path, isFolderNamed: false }),
          times: { last: () => dueAt, next: () => undefined },
        },
        new AbortController().signal,
      )
    } finally {
      await close()
    }
  }

  async function onDatabase(run: (db: Awaited<ReturnType<typeof openDatabase>>['db']) => unknown) {
    const { db, close } = await openDatabase(site, silentLogger)
    await Promise.resolve(run(db)).finally(close)
  }

  test('the owner sees the last backup and its trial, and downloads it after a proof', async ({
    page,
  }) => {
    await signIn(page, site.url)
    await page.goto(site.url + adminPaths.backups)
    await makeOne()
    await page.reload()
    const rows = page.getByRole('list', { name: 'Latest backups' }).getByRole('listitem')
    await expect(rows).toHaveCount(1)
    await expect(rows).toContainText('Tested')
    await expectAccessible(page)
    const keep = page.getByLabel('How many are kept')
    await keep.fill('2')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Please enter a whole number from 7 to 180.')).toBeVisible()
    await keep.fill('14')
    await page.getByLabel('Made').selectOption('every hour')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('The backups were changed', { exact: true })).toBeVisible()
    await page.reload()
    await expect(keep).toHaveValue('14')
    await expect(page.getByLabel('Made')).toHaveValue('hour')

    await onDatabase((db) => db.update(sessions).set({ confirmedAt: new Date(0) }))
    await page.getByRole('button', { name: /^Download breezeway-/ }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Password', { exact: true }).fill(owner.password)
    const saved = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    const download = await saved
    const hash = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex')
    const original = join(site.dataDir, 'backups', download.suggestedFilename())
    expect(hash(await download.path())).toBe(hash(original))
  })

  test('an admin has one made at once, and reads how it ended', async ({ page }) => {
    await page.setViewportSize(phone)
    await signIn(page, site.url)
    await page.goto(site.url + adminPaths.backups)
    await onDatabase((db) => db.update(sessions).set({ confirmedAt: new Date(0) }))
    const button = page.getByRole('button', { name: 'Back up now' })
    await button.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Password', { exact: true }).fill(owner.password)
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await expect(page.getByText('A backup is being made and tested.')).toBeVisible()
    await expectAccessible(page)
    await expect(page.getByText('The backup was made and passed its test.')).toBeVisible({
      timeout: 60_000,
    })
    await expectToFit(page)
  })

  test('the inbox says that a backup has failed, also on a narrow screen', async ({ page }) => {
    await page.setViewportSize(phone)
    await makeOne('echo the other machine is off >&2; false')
    await signIn(page, site.url)
    await openNotices(page)
    await expect(
      page.getByText('The command that sends it elsewhere ended with 1: the other machine is off'),
    ).toBeVisible()
    await page.getByRole('link', { name: 'See the backups' }).click()
    await expect(page.getByRole('heading', { name: 'Backups', level: 1 })).toBeVisible()
    await expect(page.getByText('the other machine is off').first()).toBeVisible()
    await expectToFit(page)
    await expectAccessible(page)
    await onDatabase((db) => db.delete(backups))
  })
})
