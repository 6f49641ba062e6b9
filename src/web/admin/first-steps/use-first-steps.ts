import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import type {
  changeFirstStepsSchema,
  FirstSteps,
  TestMailResult,
} from '#/contracts/health/first-steps.ts'
import { apiPaths } from '#/contracts/routes.ts'
import { useSite } from '../../words.ts'
import { requestWithProof } from '../shell/ask-for-proof.ts'
import { useChange, useServerData } from '../shell/server-data.ts'

const queryKey = [apiPaths.firstSteps]

/** What is left of the first steps, read again as the mail server comes and goes. */
export function useFirstSteps() {
  return useServerData<FirstSteps>(apiPaths.firstSteps, {
    refetchInterval: ({ state }) => (state.data?.data.isPutAway ? false : 15_000),
  })
}

/** Ticks a step, or puts the list away. */
export function useChangeFirstSteps() {
  const client = useQueryClient()
  return useChange<z.infer<typeof changeFirstStepsSchema>, { data: FirstSteps }>({
    call: (body) => ({ method: 'PATCH', path: apiPaths.firstSteps, body }),
    failure: 'Failed to update the first steps',
    refetches: [],
    onAnswer: (answer) => client.setQueryData(queryKey, answer),
  })
}

/** Sends a test mail. The mutation's data says what became of it. */
export function useTestMail() {
  const { apiBaseUrl } = useSite()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (email: string) =>
      requestWithProof<{ data: TestMailResult }>('POST', apiPaths.testMail, {
        apiBaseUrl,
        body: { email },
      }),
    onSettled: () => client.invalidateQueries({ queryKey }),
  })
}
