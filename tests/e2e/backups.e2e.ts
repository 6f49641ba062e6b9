import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { backupsOfficePath } from '#/contracts/routes.ts'
import { openDatabase } from '#/server/db/connect/client.ts'
import { sessions } from '#/server/db/tables/schema.ts'
import { silentLogger } from '#tests/support/silent-logger.ts'
import { expect, expectAccessible, expectToFit, owner, ownSite, signIn, test } from './fixtures.ts'

test.describe('backups', { tag: '@slow' }, () => {
  test.use({ expectedConsoleErrors: /status of 403/, viewport: { width: 320, height: 640 } })
  const site = ownSite()

  test('the owner says when they are made, has one made at once, and downloads it after a proof', async ({
    page,
  }) => {
    await signIn(page, site.url)
    await page.goto(site.url + backupsOfficePath)
    const keep = page.getByLabel('How many are kept')
    await keep.fill('14')
    await page.getByLabel('Made').selectOption('every hour')
    const card = page.getByRole('region', { name: 'Backups' })
    await card.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('The backups were changed', { exact: true })).toBeVisible()
    await page.reload()
    await expect(keep).toHaveValue('14')
    await expect(page.getByLabel('Made')).toHaveValue('hour')

    const { db, close } = await openDatabase(site, silentLogger)
    await db.update(sessions).set({ confirmedAt: new Date(0) })
    await close()
    await page.getByRole('button', { name: 'Back up now' }).press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Password', { exact: true }).fill(owner.password)
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await expect(page.getByText('A backup is being made and tested.')).toBeVisible()
    await expect(page.getByText('The backup was made and passed its test.')).toBeVisible({
      timeout: 60_000,
    })
    await page.getByText('Latest backups').click()
    const rows = page.getByRole('list', { name: 'Latest backups' }).getByRole('listitem')
    await expect(rows.first()).toContainText('Tested')
    await expectAccessible(page)
    await expectToFit(page)

    const saved = page.waitForEvent('download')
    await rows.getByRole('button', { name: /^Download breezeway-/ }).click()
    const download = await saved
    const hash = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex')
    const original = join(site.dataDir, 'backups', download.suggestedFilename())
    expect(hash(await download.path())).toBe(hash(original))
  })
})
