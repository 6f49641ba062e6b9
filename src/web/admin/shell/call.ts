import { pathTo } from '#/contracts/endpoints/api.ts'
import type { Endpoint, Names, ParamsOf, ResponseBody } from '#/contracts/endpoints/endpoint.ts'
import { request } from '../../request.ts'
import { askForProof } from './ask-for-proof.ts'
import { hasCode } from './request-errors.ts'

/** What an endpoint is sent: the parameters of its address with its query, and its body. */
export type Sent<Path extends string, Body> = ([Names<Path>] extends [never]
  ? { params?: ParamsOf<Path> | undefined }
  : { params: ParamsOf<Path> }) &
  ([Body] extends [undefined] ? { body?: undefined } : { body: Body })

/** `apiBaseUrl` is put before the path. */
type CallOptions = { apiBaseUrl?: string; signal?: AbortSignal }

/** Calls an endpoint, and returns the body of its response. Throws a RequestError. */
export function call<Path extends string, Body, Answer>(
  { method, path }: Endpoint<Path, Body, Answer>,
  { params, body }: Sent<Path, Body>,
  options: CallOptions,
): Promise<ResponseBody<Answer>> {
  return request(method, pathTo({ path }, params ?? ({} as ParamsOf<Path>)), { ...options, body })
}

/** A call that hangs would hold up what waits for it. */
const timeoutMs = 60_000

/**
 * As `call`, given up after a minute. Where the server wants a fresh proof of who this is, a dialog
 * asks for one, and the call is made again. Without a proof it rejects with the code `proof_needed`.
 */
export async function callWithProof<Path extends string, Body, Answer>(
  endpoint: Endpoint<Path, Body, Answer>,
  sent: Sent<Path, Body>,
  options: CallOptions,
): Promise<ResponseBody<Answer>> {
  const send = () => call(endpoint, sent, { signal: AbortSignal.timeout(timeoutMs), ...options })
  try {
    return await send()
  } catch (error) {
    if (!hasCode(error, 'proof_needed') || !(await askForProof())) throw error
    return await send()
  }
}
