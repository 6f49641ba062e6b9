import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { adminPaths, backupsOfficePath } from '#/contracts/routes.ts'
import { openDatabase } from '#/server/db/connect/client.ts'
import { sessions } from '#/server/db/tables/schema.ts'
import { silentLogger } from '#tests/support/silent-logger.ts'
import {
  expect,
  expectAccessible,
  owner,
  panelOf,
  rowOf,
  sendRequest,
  signIn,
  test,
} from './fixtures.ts'
import { ownMailingSite } from './received-mail.ts'

const dana = 'dana@team.example'

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** Sends a form by keyboard. Until the script runs its button is off, and Enter does nothing. */
async function pressEnter(page: Page, button: string) {
  await expect(page.getByRole('button', { name: button, exact: true })).toBeEnabled()
  await page.keyboard.press('Enter')
}

test.describe('on a small phone', { tag: '@slow' }, () => {
  // On one site: none of these concerns another.
  test.describe.configure({ mode: 'default' })
  test.use({
    viewport: { width: 320, height: 720 },
    // The server refuses some of what is typed, and asks again for the password.
    expectedConsoleErrors: /Failed to load resource.*40[013]/,
  })
  const { site, mailTo } = ownMailingSite()
  test.beforeEach(({ page }) => signIn(page, site.url))

  test('a team grows by an invitation, and gets over a forgotten password', async ({
    page,
    browser,
  }) => {
    await page.goto(site.url + adminPaths.team)
    await page.getByLabel('Email address').fill(dana)
    await page.keyboard.press('Enter')
    await expect(page.getByText('The invitation was sent')).toBeVisible()
    const invitation = site.url + (await mailTo(dana, /invited/)).link
    const context = await browser.newContext({ viewport: { width: 320, height: 640 } })
    const theirs = await context.newPage()
    await theirs.goto(invitation)
    await expect(theirs.getByText(`invites ${dana} to edit`)).toBeVisible()
    expect(theirs.url()).not.toContain('#')
    await theirs.getByLabel('Name').fill('Dana Reyes')
    await theirs.getByRole('textbox', { name: 'Password' }).fill('lantern orchard seventeen')
    await expectAccessible(theirs)
    await pressEnter(theirs, 'Create account')
    await expect(theirs.getByRole('heading', { name: 'Page metadata' })).toBeVisible()

    await context.clearCookies()
    await theirs.goto(invitation)
    await expect(theirs.getByText('This link doesn’t work')).toBeVisible()
    await theirs.goto(site.url + adminPaths.signIn)
    await theirs.getByRole('link', { name: 'Forgot your password?' }).click()
    await theirs.getByLabel('Email').fill(dana)
    await pressEnter(theirs, 'Send the link')
    await expect(theirs.getByRole('heading', { name: 'Check your email' })).toBeVisible()
    await expectAccessible(theirs)
    await theirs.goto(site.url + (await mailTo(dana, /new password/)).link)
    await theirs.getByRole('textbox', { name: 'New password' }).fill('copper kettle on the porch')
    await pressEnter(theirs, 'Set password')
    await expect(theirs.getByText('Your password is set')).toBeVisible()
    await context.close()
  })

  test('a contractor is added by keyboard, and others are imported', async ({ page }) => {
    await page.goto(`${site.url}${adminPaths.contractors}?add`)
    await page.getByLabel('Company').fill('Lake Air')
    await page.getByLabel('Contact person').fill('Ana Torres')
    await page.getByLabel('Email address').fill('office@lakeside.example')
    await page.getByLabel('Phone').fill('386 555 0177')
    await page.getByLabel('License number').fill('1812345')
    await page.getByLabel('License valid until').fill(inDays(400))
    await page.getByLabel('Insurance valid until').fill(inDays(400))
    await page.getByLabel('Heating Systems').press('Space')
    await page.getByRole('button', { name: 'Add contractor' }).press('Enter')
    await expect(page.getByText('Please choose at least one town.')).toBeVisible()
    // The first field that is wrong; what was typed stays.
    await expect(page.getByLabel('License number')).toBeFocused()
    await expect(page.getByLabel('Company')).toHaveValue('Lake Air')
    await page.getByLabel('License number').fill('cac 1812345')
    await page.getByRole('button', { name: 'Select all towns' }).press('Enter')
    await page.getByLabel('License number').press('Enter')
    const added = page.getByRole('row').filter({ hasText: 'Lake Air' })
    await expect(added).toContainText(/Valid\s+Insurance until/)

    const exported = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export CSV' }).press('Enter')
    const [header, line = ''] = readFileSync(await (await exported).path(), 'utf8').split('\r\n')
    const another = line.replace('CAC1812345', 'CMC1249876').replace('Lake Air', 'Bay Cooling')
    const rows = [header, line, another, another.replace('CMC1249876', '12')]
    await page.getByRole('button', { name: 'Import CSV' }).press('Enter')
    await page.getByLabel('CSV file').setInputFiles({
      name: 'contractors.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(rows.join('\r\n')),
    })
    await expect(page.getByRole('row', { name: /2 Lake Air.*Unchanged/ })).toBeVisible()
    await expect(page.getByRole('row', { name: /3 Bay Cooling.*Would be added/ })).toBeVisible()
    await page.getByRole('button', { name: 'Import 1, leave out 1' }).press('Enter')
    await expect(page.getByText('1 contractor added, 0 changed. 1 row left out:')).toBeVisible()
  })

  test('recipients are added, refused and removed, and webhooks have a secret', async ({
    page,
  }) => {
    await page.getByRole('tab', { name: 'Email Notifications' }).click()
    const email = page.getByLabel('Email address')
    await email.fill('office@example.com')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    const row = page.getByRole('listitem').filter({ hasText: 'office@example.com' })
    await expect(row).toContainText('Active')
    await email.fill('not-an-address')
    await page.keyboard.press('Enter')
    await expect(page.getByText('This doesn’t look like an email address.')).toBeVisible()
    await expect(email).toHaveValue('not-an-address')
    await expect(email).toBeFocused()

    // By keyboard: the dialog opens, Escape cancels it, and the focus returns to the button.
    const remove = row.getByRole('button', { name: 'Remove' })
    await remove.press('Enter')
    await expect(page.getByRole('dialog', { name: 'Remove this recipient?' })).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(remove).toBeFocused()
    await remove.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Email recipients' })).toBeFocused()
    await expect(row).toHaveCount(0)

    await page.getByLabel('Webhook address').fill('https://crm.example.com/leads')
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('Signing secret')).toHaveValue(/^whsec_.{40}/)
    await page.getByRole('button', { name: 'I’ve saved it' }).click()
    await expect(page.getByLabel('Signing secret')).toHaveCount(0)
  })

  test('a backup is made at once, and downloaded after a proof', async ({ page }) => {
    await page.goto(site.url + backupsOfficePath)
    const { db, close } = await openDatabase(site, silentLogger)
    await db.update(sessions).set({ confirmedAt: new Date(0) })
    await close()
    await page.getByRole('button', { name: 'Back up now' }).press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Password', { exact: true }).fill(owner.password)
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    const isMade = page.getByText('The backup was made and passed its test.')
    await expect(isMade).toBeVisible({ timeout: 60_000 })
    await page.getByText('Latest backups').click()
    const rows = page.getByRole('list', { name: 'Latest backups' }).getByRole('listitem')
    await expect(rows.first()).toContainText('Tested')
    await expectAccessible(page)

    const saved = page.waitForEvent('download')
    await rows.getByRole('button', { name: /^Download breezeway-/ }).click()
    const download = await saved
    const hash = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex')
    const original = join(site.dataDir, 'backups', download.suggestedFilename())
    expect(hash(await download.path())).toBe(hash(original))
  })

  test('several requests are selected, exported, marked, and put back', async ({ page }) => {
    const names = ['Pia Second', 'Pia First']
    for (const name of names) await sendRequest(site, { name })
    await page.goto(`${site.url}/admin/form-fills?q=pia`)
    const bar = page.getByRole('region', { name: 'Selected requests' })
    for (const name of names) {
      const box = page.getByRole('checkbox', { name: `Select ${name}` })
      const target = await box.locator('..').boundingBox()
      expect(Math.min(target?.width ?? 0, target?.height ?? 0)).toBeGreaterThanOrEqual(44)
      await box.check()
    }
    await expect(bar).toContainText('2 selected')
    await expect(panelOf(page)).toHaveCount(0)
    await expectAccessible(page)
    const exported = page.waitForEvent('download')
    await bar.getByRole('button', { name: 'Export selected' }).click()
    const csv = readFileSync(await (await exported).path(), 'utf8')
    expect(csv.split('\r\n').map((line) => line.split(',')[1])).toEqual([
      'Name',
      ...names.toReversed(),
    ])

    await bar.getByRole('button', { name: 'Mark contacted' }).click()
    const toast = page.locator('.toast')
    await expect(toast).toContainText('2 marked contacted.')
    await expect(bar).toHaveCount(0)
    await expect(rowOf(page, 'Pia First').getByRole('button', { name: 'Mark New' })).toBeVisible()
    await toast.getByRole('button', { name: 'Undo' }).click()
    await expect(toast).toContainText('2 changed back.')
  })

  test('a session that ends in the middle leads back to the same lead and to what was typed', async ({
    page,
    context,
  }) => {
    await sendRequest(site, { name: 'Half Done' })
    await rowOf(page, 'Half Done').locator('.lead-open').click()
    const panel = panelOf(page)
    // Nothing that is outside of the dialog could be seen or pressed.
    await panel.getByRole('button', { name: 'Mark Contacted' }).click()
    await panel.locator('.toast').getByRole('button', { name: 'Undo' }).click()
    await expect(panel.getByRole('button', { name: 'Mark Contacted' })).toBeEnabled()
    const note = panel.getByLabel('Add a note')
    await note.fill('Typed before it ended')
    const edit = panel.getByRole('button', { name: 'Edit', exact: true })
    await edit.click()
    await panel.getByLabel('Name').fill('Half Typed')
    const address = page.url()
    await context.clearCookies()
    const ended = page.getByText('Your session has ended.')
    // The page may notice by itself, before the button is pressed.
    await page.getByRole('button', { name: 'Add note' }).or(ended).first().click()
    await expect(ended).toBeVisible()
    await page.getByLabel('Email').fill(owner.email)
    await page.getByLabel('Password', { exact: true }).fill(owner.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(note).toHaveValue('Typed before it ended')
    await edit.click()
    await expect(panel.getByLabel('Name')).toHaveValue('Half Typed')
    await panel.getByRole('button', { name: 'Cancel' }).click()
    expect(page.url()).toBe(address)
    await page.getByRole('button', { name: 'Add note' }).click()
    await expect(panel.locator('.quotes')).toContainText('Typed before it ended')
    await expect(note).toHaveValue('')
  })
})
