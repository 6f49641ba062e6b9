import type { Role } from '#/contracts/accounts/accounts.ts'
import type { Invited, Team } from '#/contracts/accounts/team.ts'
import { apiPaths, invitationPath, teamMemberPath } from '#/contracts/routes.ts'
import { useChange, useServerData } from '../shell/server-data.ts'

/** Who one is may change too: an admin can make themselves an editor. */
const refetches = [{ queryKey: [apiPaths.team] }, { queryKey: [apiPaths.currentUser] }]

/** Everybody with an account, and everybody who was invited. */
export function useTeam() {
  return useServerData<Team>(apiPaths.team, { refetchOnMount: 'always' })
}

/** Invites somebody, or sends them a new link. */
export function useInvite() {
  return useChange<{ email: string; role: Role }, { data: Invited }>({
    call: (body) => ({ method: 'POST', path: apiPaths.invitations, body }),
    success: ({ data }) => (data.outcome === 'sent' ? 'The invitation was sent' : ''),
    refetches,
  })
}

/** Takes an invitation back. */
export function useWithdrawInvitation() {
  return useChange({
    call: (id: string) => ({ method: 'DELETE', path: invitationPath(id) }),
    success: 'The invitation was withdrawn',
    failure: 'Failed to withdraw the invitation',
    refetches,
  })
}

type MemberChange = { id: string; role?: Role; isDisabled?: boolean }

/** Changes what a member may do. */
export function useChangeMember() {
  return useChange({
    call: ({ id, ...body }: MemberChange) => ({
      method: 'PATCH',
      path: teamMemberPath(id),
      body,
    }),
    success: 'The account was changed',
    failure: 'Failed to change the account',
    showsReason: true,
    refetches,
  })
}

/** Deletes a member's account. */
export function useRemoveMember() {
  return useChange({
    call: (id: string) => ({ method: 'DELETE', path: teamMemberPath(id) }),
    success: 'The account was removed',
    failure: 'Failed to remove the account',
    showsReason: true,
    refetches,
  })
}

/** Removes the second factors of a member who has lost them. */
export function useRemoveFactors() {
  return useChange({
    call: (id: string) => ({
      method: 'DELETE',
      path: apiPaths.teamSecondFactors.replace(':userId', encodeURIComponent(id)),
    }),
    success: 'The second factors were removed',
    failure: 'Failed to remove the second factors',
    showsReason: true,
    refetches,
  })
}
