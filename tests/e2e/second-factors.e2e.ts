import type { Page } from '@playwright/test'
import { adminPaths } from '#/contracts/routes.ts'
import { appCode } from '../app-codes.ts'
import { type ServerProcess, startServer } from '../server-process.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { expect, expectAccessible, owner, test } from './fixtures.ts'

// What everyone must have concerns every test of a server, so this one has a server of its own.
let folder: ReturnType<typeof temporaryFolder>
let server: ServerProcess
test.beforeAll(async () => {
  folder = temporaryFolder()
  server = await startServer({
    DATA_DIR: folder.path,
    ADMIN_EMAIL: owner.email,
    ADMIN_PASSWORD: owner.password,
    LOG_LEVEL: 'error',
  })
})
test.afterAll(async () => {
  await server.end('SIGTERM')
  folder.remove()
})
test.use({
  viewport: { width: 320, height: 700 },
  // A wrong code, and what a session without a second factor may not do.
  expectedConsoleErrors: /Failed to load resource.*(400|401|403)/,
})

/** Passkeys need a name: the server is the same under this one. */
const siteUrl = () => server.url.replace('127.0.0.1', 'localhost')

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
const part = (page: Page) => page.getByRole('region', { name: 'Second factor' })

/** Presses a button as somebody without a mouse does. */
async function press(page: Page, name: string | RegExp): Promise<void> {
  const button = page.getByRole('button', { name })
  await button.focus()
  await page.keyboard.press('Enter')
}

async function signOut(page: Page): Promise<void> {
  await press(page, 'Sign out')
  await expect(page).toHaveURL(/sign-in/)
}

test('an owner sets up a passkey and an app by keyboard, signs in with each, and requires them of everyone', async ({
  page,
}) => {
  await plugInDevice(page)
  await enterPassword(page)
  await expect(inbox(page)).toBeVisible()

  await page.goto(siteUrl() + adminPaths.account)
  await press(page, 'Add a passkey')
  const kept = page.getByRole('dialog', { name: 'Keep these recovery codes now' })
  await expect(kept.getByRole('listitem')).toHaveCount(10)
  const [recoveryCode = ''] = await kept.getByRole('listitem').allInnerTexts()
  await expectAccessible(page, '.recovery')
  await press(page, 'I have kept them')
  await expect(part(page)).toContainText('Recovery codes left: 10')

  await press(page, 'Set up an app that makes codes')
  await expect(page.getByRole('img', { name: 'QR code of the key' })).toBeVisible()
  const key = await page.getByLabel('Key', { exact: true }).inputValue()
  const code = page.getByLabel('Code of the app')
  await code.fill('000000')
  await page.keyboard.press('Enter')
  await expect(page.getByText('This is not the code that the app shows now.')).toBeVisible()
  await expect(code).toBeFocused()
  await expectAccessible(page)
  await code.fill(appCode(key, -1))
  await page.keyboard.press('Enter')
  await expect(part(page)).toContainText('An app that makes codes')

  await page.goto(siteUrl() + adminPaths.team)
  await press(page, 'Require it of everyone')
  await expect(page.getByRole('button', { name: 'Require it no more' })).toBeVisible()

  // A passkey signs in by itself.
  await signOut(page)
  await press(page, 'Use a passkey')
  await expect(inbox(page)).toBeVisible()
  await signOut(page)

  // The password does not; a recovery code or the app does with it.
  await enterPassword(page)
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Code', { exact: true }).fill(appCode(key, 1))
  await page.keyboard.press('Enter')
  await expect(inbox(page)).toBeVisible()
  await signOut(page)
  await enterPassword(page)
  await press(page, 'Use a recovery code')
  await page.getByLabel('Recovery code').fill(recoveryCode)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Recovery codes left: 9')).toBeVisible()
  await expect(inbox(page)).toBeVisible()
})
