import { readDraft, writeDraft } from '../../drafts.ts'

const key = 'estimate-submissions'

type Ids = Record<string, string>

function readIds(): Ids {
  try {
    return JSON.parse(readDraft(key) ?? '{}')
  } catch {
    return {}
  }
}

/**
 * The id of what is sent: the same for the same content, also after a reload, so that sending it again
 * is a repeat; after an edit another, because that is a new submission. Undefined outside secure
 * contexts: then the server recognizes a repeat by its content.
 */
export function submissionIdFor(content: string): string | undefined {
  const ids = readIds()
  const id = ids[content] ?? crypto.randomUUID?.()
  if (id) writeDraft(key, JSON.stringify({ ...ids, [content]: id }))
  return id
}

/** Called when something was received: the same content after that is a second request. */
export function forgetSubmissionIds(): void {
  writeDraft(key, undefined)
}
