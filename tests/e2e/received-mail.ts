import type { Page } from '@playwright/test'
import { simpleParser } from 'mailparser'
import type { MailServer } from '#tests/support/mail-server.ts'
import { expect, openWithScripts, untilPlausible } from './fixtures.ts'

/** The mail that somebody was sent with this subject, and the link of a kind in it. */
export async function mailTo(mails: MailServer, to: string, subject: RegExp) {
  let found: { text: string; link: string } | undefined
  await expect(async () => {
    for (const { to: address, raw } of mails.taken) {
      const mail = await simpleParser(raw)
      const text = mail.text ?? ''
      if (address !== to || !subject.test(mail.subject ?? '')) continue
      found = { text, link: /\/(offer|request)\/[\w-]{22}/.exec(text)?.[0] ?? '' }
    }
    expect(found, `${subject} to ${to}`).toBeDefined()
  }).toPass({ timeout: 30_000 })
  return found ?? { text: '', link: '' }
}

/** Sends the form of a site as Greta Garbo of DeLand, and waits until it was received. */
export async function sendAsGreta(page: Page, siteUrl: string): Promise<void> {
  await openWithScripts(page, `${siteUrl}/`)
  await page.getByLabel('Full Name').fill('Greta Garbo')
  await page.getByLabel('Email Address').fill('greta@example.com')
  await page.getByLabel('Phone Number').fill('(386) 555-0123')
  await page.getByLabel('Property Address').fill('12 Oak Street, DeLand')
  await page.getByLabel('Service Needed').selectOption('AC Repair & Installation')
  await untilPlausible(page)
  await page.getByRole('button', { name: 'GET FREE ESTIMATE' }).click()
  await expect(page.getByText(/Your reference number: \d{3}-\d{4}/)).toBeVisible()
}
