import type { Browser, Page } from '@playwright/test'
import { adminPaths } from '#/contracts/routes.ts'
import { expect, expectAccessible, signIn, test } from './fixtures.ts'
import { ownMailingSite } from './received-mail.ts'

const dana = 'dana@team.example'
const phone = { width: 320, height: 640 }

test.describe('a team', { tag: '@slow' }, () => {
  const { site, mailTo } = ownMailingSite()

  /** Sends a form by keyboard. Until the script runs its button is off, and Enter does nothing. */
  async function pressEnter(page: Page, button: string) {
    await expect(page.getByRole('button', { name: button, exact: true })).toBeEnabled()
    await page.keyboard.press('Enter')
  }

  async function asSomebodyElse(browser: Browser, use: (page: Page) => Promise<void>) {
    const context = await browser.newContext({ viewport: phone })
    await use(await context.newPage())
    await context.close()
  }

  test('grows by an invitation, and gets over a forgotten password', async ({ page, browser }) => {
    test.slow()
    await signIn(page, site.url)
    await page.setViewportSize(phone)
    await page.goto(site.url + adminPaths.team)
    await page.getByLabel('Email address').fill(dana)
    await page.keyboard.press('Enter')
    await expect(page.getByText('The invitation was sent')).toBeVisible()
    await expect(page.getByRole('list', { name: 'Accounts' })).toContainText(dana)
    await expectAccessible(page)
    const invitation = site.url + (await mailTo(dana, /invited/)).link

    await asSomebodyElse(browser, async (theirs) => {
      await theirs.goto(invitation)
      await expect(theirs.getByText(`invites ${dana} to write`)).toBeVisible()
      expect(theirs.url()).not.toContain('#')
      await theirs.getByLabel('Name').fill('Dana Reyes')
      await theirs.keyboard.press('Tab')
      await theirs.keyboard.type('unbelievable')
      await pressEnter(theirs, 'Create account')
      const password = theirs.getByRole('textbox', { name: 'Password' })
      await expect(theirs.getByText('This is one of the passwords')).toBeVisible()
      await expect(password).toBeFocused()
      await expectAccessible(theirs)
      await password.fill('lantern orchard seventeen')
      await pressEnter(theirs, 'Create account')
      await expect(theirs.getByRole('heading', { name: 'Page Metadata' })).toBeVisible()
      await theirs.goto(invitation)
      await expect(theirs.getByText('This link does not work')).toBeVisible()
    })

    await asSomebodyElse(browser, async (theirs) => {
      await theirs.goto(site.url + adminPaths.signIn)
      await theirs.getByRole('link', { name: 'Forgot your password?' }).click()
      await expect(theirs.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible()
      await theirs.getByLabel('Email').fill(dana)
      await pressEnter(theirs, 'Send the link')
      await expect(theirs.getByRole('heading', { name: 'Check your email' })).toBeVisible()
      await expectAccessible(theirs)
      await theirs.goto(site.url + (await mailTo(dana, /new password/)).link)
      await theirs.getByRole('textbox', { name: 'New password' }).fill('copper kettle on the porch')
      await pressEnter(theirs, 'Set password')
      await expect(theirs.getByText('Your password is set')).toBeVisible()
      await theirs.getByRole('link', { name: 'Sign in' }).click()
      await theirs.getByLabel('Email').fill(dana)
      await theirs.getByRole('textbox', { name: 'Password' }).fill('copper kettle on the porch')
      await pressEnter(theirs, 'Sign in')
      await expect(theirs.getByRole('heading', { name: 'Page Metadata' })).toBeVisible()
    })
  })
})
