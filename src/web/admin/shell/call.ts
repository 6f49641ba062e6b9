import { pathTo } from '#/contracts/endpoints/api.ts'
import type { Endpoint, Names, ParamsOf, ResponseBody } from '#/contracts/endpoints/endpoint.ts'
import { hasCode, type RequestOptions, request } from '../../request.ts'
import { createStore } from '../../ui/store.ts'

/** What an endpoint is sent: the parameters of its address with its query, and its body. */
export type Sent<Path extends string, Body> = ([Names<Path>] extends [never]
  ? { params?: ParamsOf<Path> | undefined }
  : { params: ParamsOf<Path> }) &
  ([Body] extends [undefined] ? { body?: undefined } : { body: Body })

/** The signal of a call, which ends it after a minute: one that hangs would hold up what waits for it. */
export function inTime(signal?: AbortSignal): AbortSignal {
  // What joins signals by itself, AbortSignal.any, is newer than browsers that are still in use.
  const ends = new AbortController()
  for (const each of [AbortSignal.timeout(60_000), ...(signal ? [signal] : [])])
    each.addEventListener('abort', () => ends.abort(each.reason))
  return ends.signal
}

/** Calls an endpoint, and returns the body of its response. Throws a RequestError. */
export function call<Path extends string, Body, Answer>(
  { method, path }: Endpoint<Path, Body, Answer>,
  { params, body }: Sent<Path, Body>,
  { signal }: Pick<RequestOptions, 'signal'> = {},
): Promise<ResponseBody<Answer>> {
  return request(method, pathTo({ path }, params ?? ({} as ParamsOf<Path>)), {
    signal: inTime(signal),
    body,
  })
}

/**
 * As `call`. Where the server wants a fresh proof of who this is, a dialog asks for one, and the call
 * is made again. Without a proof it rejects with the code `proof_needed`.
 */
export async function callWithProof<Path extends string, Body, Answer>(
  endpoint: Endpoint<Path, Body, Answer>,
  sent: Sent<Path, Body>,
): Promise<ResponseBody<Answer>> {
  try {
    return await call(endpoint, sent)
  } catch (error) {
    if (!hasCode(error, 'proof_needed') || !(await askForProof())) throw error
    return await call(endpoint, sent)
  }
}

/** What the dialog calls when the person has proved who they are, or would not; undefined while no call waits. */
const question = createStore<((isProven: boolean) => void) | undefined>(undefined)

/** The question that is open, for the dialog. */
export const useProofQuestion = question.use

let asked: Promise<boolean> | undefined

/** Has the dialog ask, once for all calls that wait; returns whether the person proved it. */
export function askForProof(): Promise<boolean> {
  asked ??= new Promise<boolean>(question.set).finally(() => {
    asked = undefined
    question.set(undefined)
  })
  return asked
}
