import type { StoredKey } from '#/content/browser-data.ts'
import { readDraft, writeDraft } from '../../browser-storage.ts'

/** The controls, but for passwords and codes, which the browser is to store nowhere. */
const controlsOf = (form: HTMLFormElement) =>
  [...form.elements].filter(
    (control): control is HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement =>
      'autocomplete' in control && !/password|code/.test(String(control.autocomplete)),
  )

/** Where what was typed in a form is kept: by its page, and its first field. */
const keyOf = (form: HTMLFormElement): StoredKey =>
  `form:${location.pathname}${location.search} ${controlsOf(form)[0]?.name}`

/** Keeps what was typed and not saved in the forms of a page whose session has ended. */
export function keepForms(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-unsaved]')) {
    const names = new Set(controlsOf(form).map(({ name }) => name))
    const typed = [...new FormData(form)].filter(([name]) => names.has(name))
    const texts = typed.map(([name, value]) => [name, String(value)])
    writeDraft(keyOf(form), new URLSearchParams(texts).toString())
  }
}

/** Gives a form that is shown again what was kept of it; returns the names of its controls then. */
export function putBack(form: HTMLFormElement | null): string[] {
  const draft = form ? readDraft(keyOf(form)) : undefined
  if (!form || draft === undefined) return []
  writeDraft(keyOf(form), undefined)
  const typed = new URLSearchParams(draft)
  const controls = controlsOf(form)
  for (const control of controls) {
    const values = typed.getAll(control.name)
    if (control.type === 'checkbox' && control instanceof HTMLInputElement)
      control.checked = values.includes(control.value)
    else control.value = values[0] ?? control.value
  }
  return controls.map(({ name }) => name)
}
