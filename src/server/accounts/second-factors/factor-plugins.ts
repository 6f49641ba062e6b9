import { passkey } from '@better-auth/passkey'
import { APIError } from 'better-auth/api'
import { twoFactor } from 'better-auth/plugins/two-factor'
import { unverifiedCode } from '../library-names.ts'
import { passkeySite } from './passkey-site.ts'

/** The paths of the library at which a second factor has been proved when a session begins. */
export const factorPaths: readonly (string | undefined)[] = [
  '/two-factor/verify-totp',
  '/two-factor/verify-backup-code',
  '/passkey/verify-authentication',
]

/** Has the library refuse a passkey that was only touched: whoever found the device could do that. */
function assertUserVerified(isVerified: boolean | undefined): void {
  if (isVerified) return
  throw new APIError('BAD_REQUEST', { code: unverifiedCode, message: 'user not verified' })
}

/** The library's parts for second factors, with our options. */
export function factorPlugins(siteUrl: string) {
  const { id, origin } = passkeySite(siteUrl)
  return [
    twoFactor({
      // Our own limits count the codes, so that a stranger's wrong ones do not lock the owner out.
      accountLockout: { enabled: false },
      // Only hashes of recovery codes are stored, and compared: see recovery-codes.ts.
      backupCodeOptions: {
        storeBackupCodes: { encrypt: async (text) => text, decrypt: async (text) => text },
      },
    }),
    passkey({
      rpID: id,
      ...(origin && { origin }),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      registration: {
        afterVerification: async ({ verification }) =>
          assertUserVerified(verification.registrationInfo?.userVerified),
      },
      authentication: {
        afterVerification: async ({ verification }) =>
          assertUserVerified(verification.authenticationInfo.userVerified),
      },
    }),
  ] as const
}
