import { api } from '#/contracts/endpoints/api.ts'
import { adminPaths } from '#/contracts/routes.ts'
import { pagePaths } from '#/contracts/site-routes.ts'
import { type ServerProcess, startWithDatabase } from '#tests/support/server-process.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { expect, expectAccessible, holdBack, owner, rowOf, sendRequest, test } from './fixtures.ts'

test.describe('a new owner', () => {
  // On one server, which takes longer to start than a test.
  test.describe.configure({ mode: 'default' })
  // A common password is refused, and an invitation to who has an account.
  test.use({ expectedConsoleErrors: /Failed to load resource.*40[09]/ })
  let folder: ReturnType<typeof temporaryFolder>
  let fresh: ServerProcess
  test.beforeAll(async () => {
    folder = temporaryFolder()
    fresh = await startWithDatabase({ DATA_DIR: folder.path, LOG_LEVEL: 'error' })
  })
  test.afterAll(async () => {
    await fresh.end('SIGTERM')
    folder.remove()
  })

  test('uses the setup link, and sees a request that comes in', async ({ page }) => {
    await expect.poll(() => fresh.stdout()).toContain('/admin/setup#')
    const link = /http:\S+\/admin\/setup#\S+/.exec(fresh.stdout())?.[0] ?? ''
    await page.goto(link)
    await page.getByLabel('Email').fill('new.owner@example.com')
    const password = page.getByLabel('Password', { exact: true })
    expect(page.url()).not.toContain('#')
    await password.fill('unbelievable')
    await page.getByRole('button', { name: 'Create account' }).click()
    await expect(password).toHaveAccessibleDescription(/most common passwords/)
    await expect(password).toHaveValue('unbelievable')
    await password.fill('correct horse battery')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Create account' }).click()
    await expect(page.getByRole('heading', { name: 'Form Fills Management' })).toBeVisible()
    // What there is to do is said once, and in one line as soon as there are requests.
    const needsLine = page.getByRole('button', { name: /needs? attention/ })
    await expect(needsLine).toHaveCount(0)
    await expectAccessible(page)

    // What is held as spam is no first request, and can be seen all the same.
    const links = 'http://a.example http://b.example http://c.example'
    await sendRequest(fresh, { name: 'Spam Sam', message: links })
    const held = page.getByRole('definition').getByRole('link', { name: '1', exact: true })
    await expect(held).toBeVisible()
    await expect(page.getByRole('heading', { name: 'No requests yet' })).toBeVisible()
    await held.click()
    await expect(rowOf(page, 'Spam Sam')).toBeVisible()
    await page.getByRole('button', { name: 'Clear Filters' }).click()

    await sendRequest(fresh, { name: 'Hot Visitor', service: 'emergency-hvac' })
    // The row appears without a reload.
    const row = rowOf(page, 'Hot Visitor')
    await expect(row).toContainText('Emergency HVAC')
    await expect(needsLine).toBeVisible()
    await row.getByRole('button', { name: 'Mark Contacted' }).click()
    await expect(page.getByText('Lead status updated successfully', { exact: true })).toBeVisible()
    await page.reload()
    await expect(row.getByRole('button', { name: 'Mark New' })).toBeVisible()

    // Of other towns there is no drawing: the map is the service's, in its own place, or there is none.
    const area = { region: 'Tampa Bay', county: 'Hillsborough County', radiusMinutes: '35' }
    const data = { ...area, towns: 'Tampa: 33602\nBrandon' }
    expect((await page.request.put(fresh.url + api.area.change.path, { data })).ok()).toBe(true)
    const maps = 'https://www.google.com/maps?**'
    await page.route(maps, (route) => route.fulfill({ body: 'A map.' }))
    for (const path of [pagePaths.home, pagePaths.contact, pagePaths.serviceAreas]) {
      await page.goto(fresh.url + path)
      const map = page.locator('.map')
      await map.scrollIntoViewIfNeeded()
      const frame = map.locator('iframe')
      await expect(frame).toBeVisible()
      const [box, inner] = [await map.boundingBox(), await frame.boundingBox()]
      expect(inner, path).toEqual(box)
      expect(box?.height, path).toBe(300)
    }
    await page.unroute(maps)
    await page.goto(fresh.url + pagePaths.contact)
    await page.locator('.map').scrollIntoViewIfNeeded()
    await expect(page.locator('.map')).toHaveCount(0)
  })

  test('new towns come into a form that is open', async ({ page }) => {
    const data = { email: 'new.owner@example.com', password: 'correct horse battery' }
    expect((await page.request.post(fresh.url + api.signIn.path, { data })).ok()).toBe(true)
    const serve = async (towns: string) => {
      const area = { region: 'Tampa Bay', county: 'Pasco', radiusMinutes: '35', towns }
      const put = await page.request.put(fresh.url + api.area.change.path, { data: area })
      expect(put.status()).toBe(200)
    }
    await serve('Tampa\nBrandon')
    await page.goto(`${fresh.url}${adminPaths.contractors}?add`)
    const boxOf = (town: string) => page.getByRole('checkbox', { name: town, exact: true })
    await boxOf('Tampa').check()
    await page.getByLabel('Company').fill('Bay Air')
    await serve('Tampa\nLutz')
    await page.evaluate(() => dispatchEvent(new Event('visibilitychange')))
    await expect(boxOf('Lutz')).toBeVisible()
    await expect(boxOf('Brandon')).toHaveCount(0)
    await expect(boxOf('Tampa')).toBeChecked()
    await expect(page.getByLabel('Company')).toHaveValue('Bay Air')

    await page.goto(`${fresh.url}${adminPaths.leads}?waitsFor=anyone`)
    await rowOf(page, 'Hot Visitor').click()
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    const town = page.getByLabel('Town', { exact: true })
    await town.selectOption('Tampa')
    await serve('Odessa')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(town).toHaveAccessibleDescription(/isn’t one of the towns/)
    await expect(town).toHaveValue('Tampa')
    await town.selectOption('Odessa')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('The request was updated', { exact: true })).toBeVisible()
  })

  test('who saves a form sees what is stored, and what they type meanwhile stays', async ({
    page,
  }) => {
    const data = { email: 'new.owner@example.com', password: 'correct horse battery' }
    expect((await page.request.post(fresh.url + api.signIn.path, { data })).ok()).toBe(true)
    await page.goto(fresh.url + adminPaths.settings)
    const part = page.getByRole('region', { name: 'The business', exact: true })
    const phone = part.getByLabel('Phone number')
    const save = part.getByRole('button', { name: 'Save', exact: true })
    const unsaved = part.locator('form[data-unsaved]')
    await phone.fill('386.555.0123')
    await expect(unsaved).toHaveCount(1)
    await save.click()
    await expect(phone).toHaveValue('(386) 555-0123')
    await expect(unsaved).toHaveCount(0)

    await phone.fill('386.555.0124')
    const release = await holdBack(page, `**${api.business.change.path}`, () => save.click())
    await phone.fill('386.555.0125')
    release()
    await expect(save).toBeVisible()
    await expect(phone).toHaveValue('386.555.0125')
    await expect(unsaved).toHaveCount(1)
  })

  test('the link of an invitation is shown as long as it works', async ({ page }) => {
    const data = { email: 'new.owner@example.com', password: 'correct horse battery' }
    expect((await page.request.post(fresh.url + api.signIn.path, { data })).ok()).toBe(true)
    await page.goto(fresh.url + adminPaths.team)
    await page.getByLabel('Email address').fill('Dana@Team.example ')
    await page.getByRole('button', { name: 'Invite', exact: true }).click()
    const link = page.getByLabel('Their link')
    await expect(link).toHaveValue(/invitation#/)
    const first = await link.inputValue()
    const again = page.getByRole('button', { name: 'Send again to dana@team.example' })
    await again.press('Enter')
    await expect(link).not.toHaveValue(first)
    await expect(again).toBeFocused()
    await page.getByRole('button', { name: 'Withdraw dana@team.example' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click()
    await expect(link).toHaveCount(0)

    // Why somebody cannot be invited is said once, at the field.
    const email = page.getByLabel('Email address')
    await email.fill(data.email)
    await page.getByRole('button', { name: 'Invite', exact: true }).click()
    const reason = 'This address already has an account.'
    await expect(email).toHaveAccessibleDescription(new RegExp(reason))
    expect(await page.getByText(reason).count()).toBe(1)
  })
})

test.describe('signing in', () => {
  test.use({ expectedConsoleErrors: /Failed to load resource.*(401|ERR_FAILED)/ })

  test('is required for the inbox, refuses a wrong password, and is needed again after signing out', async ({
    page,
  }) => {
    await page.goto('/admin/form-fills')
    await expect(page).toHaveURL(/\/admin\/sign-in$/)
    await page.getByLabel('Email').fill(owner.email)
    const password = page.getByLabel('Password', { exact: true })
    await password.fill('wrong password')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByText('The email address or the password is wrong.')).toBeVisible()
    await expect(page.getByLabel('Email')).toHaveValue(owner.email)
    await expectAccessible(page)
    await password.fill(owner.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByRole('heading', { name: 'Form Fills Management' })).toBeVisible()

    // While the server cannot be reached the person stays signed in, but leaves no draft behind.
    await page.evaluate(() => sessionStorage.setItem('draft', 'half a note'))
    await page.route(`**${api.signOut.path}`, (route) => route.abort())
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(page.getByText('Failed to sign out')).toBeVisible()
    expect(await page.evaluate(() => sessionStorage.getItem('draft'))).toBeNull()
    await page.unroute(`**${api.signOut.path}`)

    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(page).toHaveURL(/\/admin\/sign-in$/)
    await page.goto('/admin/form-fills')
    await expect(page).toHaveURL(/\/admin\/sign-in$/)
  })
})
