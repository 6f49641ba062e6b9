import { leadFieldNames } from '#/contracts/leads/lead-fields.ts'
import { readDraft, writeDraft } from '../../browser-storage.ts'

/** The key of the draft; the boot script looks for it too. */
export const typedTextKey = 'estimate-form'

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** The controls that a visitor fills in, by name of the field. */
function controlsOf(form: HTMLFormElement): [string, Control][] {
  return leadFieldNames.flatMap((name) => {
    const control = form.elements.namedItem(name) as Control | null
    return control && control.type !== 'hidden' ? [[name, control] as const] : []
  }) as [string, Control][]
}

function readTyped(): Record<string, string> {
  try {
    return JSON.parse(readDraft(typedTextKey) ?? '{}')
  } catch {
    return {}
  }
}

/** Saves what is typed in the form. The two forms of the site share it: it is one visitor's request. */
export function saveTyped(form: HTMLFormElement): void {
  const typed = { ...readTyped() }
  for (const [name, { value }] of controlsOf(form)) typed[name] = value
  const isEmpty = Object.values(typed).every((value) => value === '')
  writeDraft(typedTextKey, isEmpty ? undefined : JSON.stringify(typed))
}

/** Forgets what was typed, once it is sent. */
export function forgetTyped(): void {
  writeDraft(typedTextKey, undefined)
}

/** Fills in what was typed before, where a field is empty. */
export function restoreTyped(form: HTMLFormElement): void {
  const typed = readTyped()
  for (const [name, control] of controlsOf(form)) {
    if (!control.value) control.value = typed[name] ?? ''
  }
}
