import { randomUUID } from 'node:crypto'
import {
  type ProbeLook,
  probeHeader,
  probeLookSchema,
  probePath,
} from '#/contracts/health/probe.ts'
import { apiPaths, pagePaths } from '#/contracts/routes.ts'
import { certificateFailure } from '../db/failures.ts'
import { parseJson } from '../runtime/parse-json.ts'

/** The public address of an installation, and the key that proves a request to be its own. */
export type Sender = {
  site: { url: string; apiBaseUrl: string; phone: string }
  token: string
  signal: AbortSignal
}

/** A step has failed. The message is a sentence for the owner. */
export class StepFailed extends Error {}

/** Why there was no response at all. */
function explainNoAnswer(error: unknown, { host }: URL): string {
  const { name, cause } = error as Error & { cause?: { code?: string } }
  const code = cause?.code ?? ''
  if (name === 'TimeoutError' || name === 'AbortError' || code.includes('TIMEOUT')) {
    return `The site did not answer in time at ${host}.`
  }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return `The DNS has no address for ${host}.`
  if (certificateFailure.test(code)) {
    return `Browsers do not trust the certificate of ${host} (${code}).`
  }
  return `Nothing answers at ${host}${code ? ` (${code})` : ''}.`
}

type Wanted = { method?: string; body?: object; headers?: Record<string, string> }

async function ask(address: string, { site, signal }: Sender, wanted: Wanted = {}) {
  const url = new URL(address)
  const { method = 'GET', body, headers } = wanted
  try {
    const answer = await fetch(url, {
      method,
      signal,
      redirect: 'manual',
      headers: {
        'user-agent': 'Breezeway',
        ...headers,
        ...(body && {
          'content-type': 'application/json',
          origin: site.url,
          referer: `${site.url}/`,
        }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: answer.status, text: await answer.text() }
  } catch (error) {
    throw new StepFailed(explainNoAnswer(error, url))
  }
}

const apiOf = ({ url, apiBaseUrl }: Sender['site']) => apiBaseUrl || url

/** Asks the public address what it sees of this request; only the installation itself may. */
export async function lookThrough(
  sender: Sender,
  headers: Record<string, string> = {},
): Promise<ProbeLook> {
  const { site, token } = sender
  const { status, text } = await ask(`${apiOf(site)}${probePath}`, sender, {
    headers: { ...headers, [probeHeader]: token },
  })
  const look = probeLookSchema.safeParse((parseJson(text) as { data?: unknown } | undefined)?.data)
  if (look.success) return look.data
  throw new StepFailed(
    status >= 500
      ? `The site answers with an error (${status}).`
      : `Another site answers at ${apiOf(site)}, or a proxy takes the header ${probeHeader} away (${status}).`,
  )
}

async function openPage(sender: Sender): Promise<void> {
  const { status, text } = await ask(`${sender.site.url}${pagePaths.home}`, sender)
  if (status !== 200) throw new StepFailed(`The home page answers with an error (${status}).`)
  if (!text.includes(apiPaths.contact)) throw new StepFailed('The home page has no form.')
}

/** A submission without any sign of spam. */
function probeLead({ phone }: Sender['site'], now = new Date()) {
  return {
    name: 'Site check',
    // Not of the site's domain: a name without a dot, as in a network at home, is refused in an
    // email address.
    email: 'check@site.example',
    phone,
    service: 'ac-repair',
    message: `This was sent by the site itself, to see that requests arrive: ${now.toISOString()}`,
    form: 'estimate',
    page: pagePaths.home,
    shownForMs: 60_000,
  }
}

async function sendForm(sender: Sender): Promise<void> {
  const { site, token } = sender
  const submissionId = randomUUID()
  const { status, text } = await ask(`${apiOf(site)}${apiPaths.contact}`, sender, {
    method: 'POST',
    headers: { [probeHeader]: token },
    body: { ...probeLead(site), submissionId },
  })
  const answer = parseJson(text) as
    | { data?: { submissionId?: string }; message?: string }
    | undefined
  if (status === 201 && answer?.data?.submissionId === submissionId) return
  const said = answer?.message
  throw new StepFailed(
    said ? `The form was refused: ${said}` : `The form answers with an error (${status}).`,
  )
}

/** Does what a visitor's browser does: opens the page, and sends the form. Throws a StepFailed. */
export async function sendProbe(sender: Sender): Promise<void> {
  await openPage(sender)
  await lookThrough(sender)
  await sendForm(sender)
}
