import { cookies } from '#/content/browser-data.ts'

/** The header by which the library is told the address of a client. It trusts no other. */
export const addressHeader = 'x-client-address'

/** What the library throws when somebody signs in whom an admin has disabled. */
export const disabledCode = 'ACCOUNT_DISABLED'

/** What the library throws for a passkey that has not checked who uses it. */
export const unverifiedCode = 'USER_NOT_VERIFIED'

/** The names of our cookies. Over https their prefix ties them to this host. */
export function cookieNames(siteUrl: string) {
  const prefix = siteUrl.startsWith('https://') ? '__Host-' : ''
  return {
    session: prefix + cookies.session.name,
    /** That the first step of a sign-in is taken. */
    firstStep: prefix + cookies.firstStep.name,
    /** What a passkey has been asked for. */
    passkey: prefix + cookies.passkey.name,
  }
}
