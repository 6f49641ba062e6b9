import {
  browserSupportsWebAuthn,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser'
import { useMutation } from '@tanstack/react-query'
import type { PasskeyJson, PasskeyOptions } from '#/contracts/accounts/accounts.ts'
import type { Endpoint } from '#/contracts/endpoints/endpoint.ts'
import { hasCode, RequestError, refusalOf } from '../../request.ts'
import { Button } from '../../ui/button.tsx'
import { useHasStarted } from '../../use-has-started.ts'
import { call } from './call.ts'
import { ownClient } from './use-api.ts'

/** True in a browser that has passkeys, on a page that may use them. */
export function hasPasskeys(): boolean {
  return isSecureContext && browserSupportsWebAuthn()
}

/** Has the person use a passkey for what the server asks at this endpoint. */
export async function answerByPasskey(
  endpoint: Endpoint<string, undefined, PasskeyOptions>,
): Promise<PasskeyJson> {
  const { data } = await call(endpoint, {})
  return startAuthentication({ optionsJSON: data as never })
}

/** Has the person make a passkey from what the server asks. */
export const makePasskey = (asked: PasskeyOptions): Promise<PasskeyJson> =>
  startRegistration({ optionsJSON: asked as never })

/** Why no passkey was used, in words. Browsers report a person who canceled and one who was too slow alike. */
function passkeyRefusal(error: unknown): string {
  if (error instanceof RequestError || error instanceof TypeError) return refusalOf(error)
  switch (error instanceof Error && error.name) {
    case 'InvalidStateError':
      return 'This device already has a passkey for your account.'
    case 'SecurityError':
      return 'Passkeys can’t be used at this address.'
    default:
      return 'No passkey was used: it was canceled, or took too long. Please try again.'
  }
}

type PasskeyButtonProps = {
  label: string
  /** Asks the person to use a passkey, and sends what it returned. */
  onPress: () => Promise<unknown>
}

/** A button for something that takes a passkey; nothing in a browser that has none. */
export function PasskeyButton({ label, onPress }: PasskeyButtonProps) {
  const { mutate, isPending, error } = useMutation({ mutationFn: onPress }, ownClient)
  if (!useHasStarted() || !hasPasskeys()) return null
  // They were asked who they are, and would not say.
  const isTold = error !== null && !hasCode(error, 'proof_needed')
  return (
    <div className="stack tight passkey">
      <Button look="line" isBusy={isPending} onPress={() => mutate()}>
        {isPending ? 'Waiting for the passkey…' : label}
      </Button>
      <p className="problem" role="alert">
        {isTold && passkeyRefusal(error)}
      </p>
    </div>
  )
}
