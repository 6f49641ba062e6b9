import { useQueryClient } from '@tanstack/react-query'
import type { User } from '#/contracts/accounts/accounts.ts'
import type { AccountSession, EmailChange } from '#/contracts/accounts/my-account.ts'
import { apiPaths, mySessionPath } from '#/contracts/routes.ts'
import { useChange, useServerData } from '../shell/server-data.ts'

const sessions = { queryKey: [apiPaths.mySessions] }

/** Where one is signed in. */
export function useMySessions() {
  return useServerData<AccountSession[]>(apiPaths.mySessions, { refetchOnMount: 'always' })
}

/** Ends one session of one's own. */
export function useEndSession() {
  return useChange({
    call: (id: string) => ({ method: 'DELETE', path: mySessionPath(id) }),
    success: 'That browser is signed out',
    failure: 'Failed to sign that browser out',
    refetches: [sessions],
  })
}

/** Ends every session of one's own but this one. */
export function useEndOtherSessions() {
  return useChange({
    call: () => ({ method: 'DELETE', path: apiPaths.mySessions }),
    success: 'Every other browser is signed out',
    failure: 'Failed to sign the others out',
    refetches: [sessions],
  })
}

/** Changes one's name. */
export function useChangeName() {
  const client = useQueryClient()
  return useChange<string, { data: User }>({
    call: (name) => ({ method: 'PATCH', path: apiPaths.currentUser, body: { name } }),
    success: 'Your name was changed',
    refetches: [{ queryKey: [apiPaths.team] }],
    onAnswer: (answer) => client.setQueryData([apiPaths.currentUser], answer),
  })
}

/** Asks for another address. */
export function useChangeEmail() {
  return useChange<string, { data: EmailChange }>({
    call: (email) => ({ method: 'POST', path: apiPaths.myEmail, body: { email } }),
    refetches: [],
  })
}

type Passwords = { currentPassword: string; password: string }

/** Changes one's password, which ends every other session. */
export function useChangePassword() {
  return useChange({
    call: (body: Passwords) => ({ method: 'POST', path: apiPaths.myPassword, body }),
    success: 'Your password was changed',
    refetches: [sessions],
  })
}
