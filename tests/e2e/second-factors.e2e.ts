import type { Page } from '@playwright/test'
import { adminPaths } from '#/contracts/routes.ts'
import { appCode } from '#tests/support/accounts/app-codes.ts'
import { ask, embeddedIn } from '#tests/support/database/ask-database.ts'
import {
  expect,
  expectAccessible,
  inviteColleague,
  openMore,
  owner,
  ownSite,
  test,
} from './fixtures.ts'

// What everyone must have concerns every test of a server, so these have a server of their own.
test.describe.configure({ mode: 'default' })
const site = ownSite(() => ({ LOG_LEVEL: 'error' }))
test.use({
  viewport: { width: 320, height: 700 },
  // A wrong code, and what a session without a second factor may not do.
  expectedConsoleErrors: /Failed to load resource.*(400|401|403)/,
})

/** Passkeys need a name: the server is the same under this one. */
const siteUrl = () => site.url.replace('127.0.0.1', 'localhost')

/** A device that makes passkeys, and knows its user. */
async function plugInDevice(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

async function enterPassword(page: Page): Promise<void> {
  await page.goto(siteUrl() + adminPaths.signIn)
  await page.getByLabel('Email').fill(owner.email)
  await page.getByLabel('Password', { exact: true }).fill(owner.password)
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeEnabled()
  await page.keyboard.press('Enter')
}

const inbox = (page: Page) => page.getByRole('heading', { name: 'Form Fills Management' })
const part = (page: Page) => page.getByRole('region', { name: 'Second step at sign-in' })

/** Presses a button as somebody without a mouse does. */
async function press(page: Page, name: string | RegExp): Promise<void> {
  const button = page.getByRole('button', { name })
  await button.focus()
  await page.keyboard.press('Enter')
}

async function signOut(page: Page): Promise<void> {
  await openMore(page)
  await press(page, 'Sign out')
  await expect(page).toHaveURL(/sign-in/)
}

/** Makes every proof of who somebody is older than what counts as fresh. */
const letTimePass = () =>
  ask(embeddedIn(site.dataDir), `update sessions set confirmed_at = now() - interval '16 minutes'`)

test('an owner sets up a passkey and an app by keyboard, signs in with each, requires them of everyone, and helps a colleague who lost theirs', {
  tag: '@slow',
}, async ({ page }) => {
  await plugInDevice(page)
  await enterPassword(page)
  await expect(inbox(page)).toBeVisible()

  // Long after signing in the next step asks who this is. Escape takes it back.
  await letTimePass()
  await page.goto(siteUrl() + adminPaths.account)
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Maria Ortiz')
  const proof = page.getByRole('dialog', { name: 'Please confirm it’s you' })
  const password = proof.getByLabel('Password', { exact: true })
  await press(page, 'Add a passkey')
  await expect(password).toBeFocused()
  await expectAccessible(page, '.ask')
  await page.keyboard.press('Escape')
  await expect(proof).toBeHidden()
  await expect(page.getByRole('button', { name: 'Add a passkey' })).toBeFocused()
  await expect(part(page).getByRole('alert')).toBeEmpty()

  await press(page, 'Add a passkey')
  await password.fill('not the password')
  await page.keyboard.press('Enter')
  await expect(proof.getByText('The password is wrong.')).toBeVisible()
  await expect(password).toBeFocused()
  await password.fill(owner.password)
  await page.keyboard.press('Enter')
  // It goes on by itself.
  const kept = page.getByRole('dialog', { name: 'Save these recovery codes now' })
  await expect(kept.getByRole('listitem')).toHaveCount(10)
  const [recoveryCode = ''] = await kept.getByRole('listitem').allInnerTexts()
  await expectAccessible(page, '.ask')
  // The focus is where it will stay at once: moved later, it would take what is typed by then.
  const focused = await page
    .getByRole('button', { name: 'I’ve saved them' })
    .evaluate((button: HTMLElement) => {
      button.click()
      return document.activeElement?.textContent
    })
  expect(focused).toBe('Second step at sign-in')
  await expect(part(page)).toContainText('Recovery codes left: 10')
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Maria Ortiz')

  await press(page, 'Set up an authenticator app')
  await expect(page.getByRole('img', { name: 'QR code for the key' })).toBeVisible()
  const key = await page.getByLabel('Key', { exact: true }).inputValue()
  const code = page.getByLabel('Code from the app')
  await code.fill('000000')
  await page.keyboard.press('Enter')
  await expect(page.getByText('This isn’t the code your app shows now.')).toBeVisible()
  await expect(code).toBeFocused()
  await expectAccessible(page)
  await code.fill(appCode(key))
  await page.keyboard.press('Enter')
  await expect(part(page)).toContainText('Authenticator app')
  await expect(page.getByRole('heading', { name: 'Second step at sign-in' })).toBeFocused()

  await page.goto(siteUrl() + adminPaths.team)
  await press(page, 'Require it for everyone')
  await expect(page.getByRole('button', { name: 'Stop requiring it' })).toBeVisible()

  // A colleague who has none sees why they cannot go on, sets one up, and goes on.
  const colleague = { email: 'dana@factors.example', name: 'Dana Reyes' }
  const theirs = await (await inviteColleague(page, siteUrl(), colleague)).newPage()
  await theirs.goto(`${siteUrl()}${adminPaths.audit}?q=dana`)
  await expect(theirs.getByText('Please set one up here before you go on.')).toBeInViewport()
  await expect(theirs).toHaveURL(/admin\/account/)
  await press(theirs, 'Set up an authenticator app')
  const theirKey = await theirs.getByLabel('Key', { exact: true }).inputValue()
  await theirs.getByLabel('Code from the app').fill(appCode(theirKey))
  await theirs.keyboard.press('Enter')
  await press(theirs, 'I’ve saved them')
  await expect(theirs).toHaveURL(/admin\/audit\?q=dana$/)
  await expect(theirs.getByRole('main').getByRole('listitem').first()).toBeVisible()

  // They lost it: the owner removes it.
  await page.reload()
  await press(page, 'Remove second step Dana Reyes')
  await page.getByRole('dialog').getByRole('button', { name: 'Remove second step' }).press('Enter')
  await expect(page.getByText('The second step was removed', { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Accounts' })).toBeFocused()
  await expect(page.getByRole('button', { name: 'Remove second step Dana Reyes' })).toBeHidden()
  await theirs.reload()
  await expect(theirs.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await theirs.context().close()

  // A passkey signs in by itself.
  await signOut(page)
  await press(page, 'Use a passkey')
  await expect(inbox(page)).toBeVisible()
  await signOut(page)

  // The password does not; a recovery code or the app does with it.
  await enterPassword(page)
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible()
  await expectAccessible(page)
  const anyCode = page.getByLabel('Code from your app, or a recovery code')
  await expect(anyCode).toBeFocused()
  await anyCode.fill(appCode(key, 1))
  await page.keyboard.press('Enter')
  await expect(inbox(page)).toBeVisible()
  await signOut(page)
  await enterPassword(page)
  await anyCode.fill(recoveryCode)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Recovery codes left: 9')).toBeVisible()
  await expect(inbox(page)).toBeVisible()

  await page.goto(siteUrl() + adminPaths.account)
  await press(page, 'Remove Passkey')
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).press('Enter')
  await expect(page.getByText('The passkey was removed', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remove Passkey' })).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Second step at sign-in' })).toBeFocused()
})
