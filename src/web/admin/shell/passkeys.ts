import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser'
import type { PasskeyOptions } from '#/contracts/accounts/second-factors.ts'
import { RequestError, request } from '../../request.ts'
import { refusalOf } from './request-errors.ts'

/** True in a browser that has passkeys, on a page that may use them. */
export function hasPasskeys(): boolean {
  return isSecureContext && browserSupportsWebAuthn()
}

/** True for a page under the name that the site's passkeys are tied to, or below it. */
export function isUnder(host: string): boolean {
  return location.hostname === host || location.hostname.endsWith(`.${host}`)
}

/** Has the person use a passkey for what the server asks at this path. */
export async function answerByPasskey(path: string, apiBaseUrl: string) {
  const { data } = await request<{ data: unknown }>('POST', path, { apiBaseUrl })
  return startAuthentication({ optionsJSON: data as PublicKeyCredentialRequestOptionsJSON })
}

/** Has the person make a passkey from what the server asks. */
export function makePasskey(asked: PasskeyOptions) {
  const optionsJSON: unknown = asked
  return startRegistration({ optionsJSON: optionsJSON as PublicKeyCredentialCreationOptionsJSON })
}

/** Why it came to nothing, in words; browsers do not tell who cancelled from who was too slow. */
export function passkeyRefusal(error: unknown): string {
  if (error instanceof RequestError || error instanceof TypeError) return refusalOf(error)
  switch (error instanceof Error && error.name) {
    case 'InvalidStateError':
      return 'This device already has a passkey for your account.'
    case 'SecurityError':
      return 'Passkeys cannot be used at this address.'
    default:
      return 'No passkey was used: it was canceled, or took too long. Please try again.'
  }
}
