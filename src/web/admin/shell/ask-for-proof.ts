import { type RequestOptions, request } from '../../request.ts'
import { hasCode } from './request-errors.ts'
import { createStore } from './store.ts'

/** Told by the dialog whether the person has proved who they are. */
type Question = { answer: (isProven: boolean) => void }

/** The question that the dialog shows. */
export const proofQuestion = createStore<Question | undefined>(undefined)

let asked: Promise<boolean> | undefined

/** Has the dialog ask, once for all calls that wait; returns whether the person proved it. */
export function askForProof(): Promise<boolean> {
  asked ??= new Promise<boolean>((resolve) => {
    const question: Question = {
      answer(isProven) {
        if (proofQuestion.get() !== question) return
        asked = undefined
        proofQuestion.set(undefined)
        resolve(isProven)
      },
    }
    proofQuestion.set(question)
  })
  return asked
}

/** A call that hangs would hold up what waits for it. */
const timeoutMs = 60_000

/**
 * As `request`, which it gives up after a minute. Where the server wants a fresh proof of who this is, a dialog asks for one, and the
 * call is made again. Without a proof it rejects with the code `proof_needed`.
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
