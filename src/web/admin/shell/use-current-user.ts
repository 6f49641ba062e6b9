import { useQuery } from '@tanstack/react-query'
import type { User } from '#/contracts/accounts.ts'
import { apiPaths } from '#/contracts/routes.ts'

/** Who is signed in. */
export function useCurrentUser() {
  return useQuery({
    queryKey: [apiPaths.currentUser],
    select: (answer: { data: User }) => answer.data,
  })
}
