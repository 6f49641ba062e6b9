import type { StoredKey } from '#/content/browser-data.ts'
import { readJsonDraft, writeDraft } from '../../browser-storage.ts'

/** The fields of a form as they are sent: a box only where it is ticked. */
type Typed = [name: string, value: string][]

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
    writeDraft(keyOf(form), JSON.stringify(typed))
  }
}

/** Gives a form that is shown again what was kept of it; returns the names of its controls then. */
export function putBack(form: HTMLFormElement | null): string[] {
  const typed = form && readJsonDraft<Typed>(keyOf(form))
  if (!typed) return []
  writeDraft(keyOf(form), undefined)
  const controls = controlsOf(form)
  for (const control of controls) {
    const values = typed.filter(([name]) => name === control.name).map(([, value]) => value)
    if (control.type === 'checkbox' && control instanceof HTMLInputElement)
      control.checked = values.includes(control.value)
    else control.value = values[0] ?? control.value
  }
  return controls.map(({ name }) => name)
}
