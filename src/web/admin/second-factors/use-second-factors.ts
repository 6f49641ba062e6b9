import type {
  AccountSettings,
  AddPasskey,
  AppKey,
  NewRecoveryCodes,
  PasskeyOptions,
  SecondFactors,
} from '#/contracts/accounts/second-factors.ts'
import { apiPaths } from '#/contracts/routes.ts'
import { useChange, useServerData } from '../shell/server-data.ts'

const refetches = [
  { queryKey: [apiPaths.secondFactors] },
  { queryKey: [apiPaths.mySessions] },
  { queryKey: [apiPaths.team] },
]

const passkeyPath = (id: string) => apiPaths.passkey.replace(':passkeyId', encodeURIComponent(id))

type Answer<Data> = { data: Data }

/** The second factors of whoever is signed in. */
export function useSecondFactors() {
  return useServerData<SecondFactors>(apiPaths.secondFactors, { refetchOnMount: 'always' })
}

/** Begins to set up an app. */
export function useBeginApp() {
  return useChange<void, Answer<AppKey>>({
    call: () => ({ method: 'POST', path: apiPaths.codeApp }),
    failure: 'Failed to set up an app',
    showsReason: true,
    refetches: [],
  })
}

/** Ends setting it up by its first code. */
export function useEndApp() {
  return useChange<string, Answer<NewRecoveryCodes>>({
    call: (code) => ({ method: 'POST', path: apiPaths.codeAppFirstCode, body: { code } }),
    success: 'The app is set up',
    refetches,
  })
}

/** Removes the app. */
export function useRemoveApp() {
  return useChange({
    call: () => ({ method: 'DELETE', path: apiPaths.codeApp }),
    success: 'The app was removed',
    failure: 'Failed to remove the app',
    showsReason: true,
    refetches,
  })
}

/** Makes new recovery codes. */
export function useNewCodes() {
  return useChange<void, Answer<NewRecoveryCodes>>({
    call: () => ({ method: 'POST', path: apiPaths.recoveryCodes }),
    failure: 'Failed to make recovery codes',
    showsReason: true,
    refetches,
  })
}

/** Asks what a new passkey must be made from. */
export function useAskPasskey() {
  return useChange<void, Answer<PasskeyOptions>>({
    call: () => ({ method: 'POST', path: apiPaths.passkeyOptions }),
    refetches: [],
  })
}

/** Adds a passkey that the browser has made. */
export function useAddPasskey() {
  return useChange<AddPasskey, Answer<NewRecoveryCodes>>({
    call: (body) => ({ method: 'POST', path: apiPaths.passkeys, body }),
    success: 'The passkey was added',
    refetches,
  })
}

/** Gives a passkey another name. */
export function useRenamePasskey() {
  return useChange({
    call: ({ id, name }: { id: string; name: string }) => ({
      method: 'PATCH',
      path: passkeyPath(id),
      body: { name },
    }),
    success: 'The passkey was renamed',
    refetches,
  })
}

/** Removes a passkey. */
export function useRemovePasskey() {
  return useChange({
    call: (id: string) => ({ method: 'DELETE', path: passkeyPath(id) }),
    success: 'The passkey was removed',
    failure: 'Failed to remove the passkey',
    showsReason: true,
    refetches,
  })
}

/** What the owner asks of every account. */
export function useAccountSettings() {
  return useServerData<AccountSettings>(apiPaths.accountSettings)
}

/** Decides whether everyone needs a second factor. */
export function useRequireSecondFactor() {
  return useChange({
    call: (requiresSecondFactor: boolean) => ({
      method: 'PATCH',
      path: apiPaths.accountSettings,
      body: { requiresSecondFactor },
    }),
    success: 'The setting was saved',
    failure: 'Failed to save the setting',
    showsReason: true,
    refetches: [{ queryKey: [apiPaths.accountSettings] }, { queryKey: [apiPaths.secondFactors] }],
  })
}
