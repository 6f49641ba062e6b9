import { useSyncExternalStore } from 'react'
import { type RequestOptions, request } from '../../request.ts'
import { hasCode } from './request-errors.ts'

/** The question that the dialog shows: it is told whether the person has proved who they are. */
type Question = { promise: Promise<boolean>; answer: (isProven: boolean) => void }

let question: Question | undefined
let tellDialog = () => {}

function subscribe(listener: () => void) {
  tellDialog = listener
  return () => {
    tellDialog = () => {}
  }
}

/** The question that is open, for the dialog. */
export const useProofQuestion = () =>
  useSyncExternalStore(
    subscribe,
    () => question,
    () => undefined,
  )

/** Has the dialog ask, once for all calls that wait; returns whether the person proved it. */
export function askForProof(): Promise<boolean> {
  if (question) return question.promise
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const asked = {
    promise,
    answer(isProven: boolean) {
      // It is called again when the dialog goes, and then there may be another question.
      if (question !== asked) return
      question = undefined
      tellDialog()
      resolve(isProven)
    },
  }
  question = asked
  tellDialog()
  return promise
}

/** A call that hangs would hold up what waits for it. */
const timeoutMs = 60_000

/**
 * As `request`, given up after a minute. Where the server wants a fresh proof of who this is, a dialog
 * asks for one, and the call is made again. Without a proof it rejects with the code `proof_needed`.
 */
export async function requestWithProof<Answer>(
  method: string,
  path: string,
  options: RequestOptions,
): Promise<Answer> {
  const send = () =>
    request<Answer>(method, path, { signal: AbortSignal.timeout(timeoutMs), ...options })
  try {
    return await send()
  } catch (error) {
    if (!hasCode(error, 'proof_needed') || !(await askForProof())) throw error
    return await send()
  }
}
