/* What the form has when it appears: what was typed before, and the service that the address names. */

import { aboutService } from '#/content/estimate-form.ts'
import { services } from '#/content/services.ts'
import { leadFieldNames } from '#/contracts/leads/lead-fields.ts'
import { detailServiceIds, serviceChoices, unsureServiceId } from '#/contracts/site/services.ts'
import { serviceParameter } from '#/contracts/site-routes.ts'
import { readJsonDraft, writeDraft } from '../../browser-storage.ts'

const typedTextKey = 'estimate-form'

/** The key of what the server returned for a request that it received. */
export const receiptKey = 'request-received'

/** With one of these stored, the form is started without a sign of intent. */
export const formKeys: readonly string[] = [typedTextKey, receiptKey]

/** What a visitor fills in. */
export type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** The controls that a visitor fills in. */
export const controlsOf = (form: HTMLFormElement): Control[] =>
  leadFieldNames.flatMap((name) => {
    const control = form.elements.namedItem(name) as Control | null
    return control && control.type !== 'hidden' ? control : []
  })

const readTyped = () => readJsonDraft<Record<string, string>>(typedTextKey) ?? {}

/** Saves what is typed in the form. The two forms of the site share it: it is one visitor's request. */
export function saveTyped(form: HTMLFormElement): void {
  const typed = { ...readTyped() }
  for (const { name, value } of controlsOf(form)) typed[name] = value
  const isEmpty = Object.values(typed).every((value) => value === '')
  writeDraft(typedTextKey, isEmpty ? undefined : JSON.stringify(typed))
}

/** Forgets what was typed, once it is sent. */
export function forgetTyped(): void {
  writeDraft(typedTextKey, undefined)
}

let wasFilledIn = false

/** False after a reload, and after going back. */
export function isFirstView(): boolean {
  const [navigation] = performance.getEntriesByType('navigation')
  return (navigation as PerformanceNavigationTiming | undefined)?.type === 'navigate'
}

/**
 * Milliseconds that the visitor had for the form; undefined for one who came back to what they had
 * typed before, and may well send it at once.
 */
export function msOnForm(): number | undefined {
  return wasFilledIn || !isFirstView() ? undefined : Math.round(performance.now())
}

/** Fills in what was typed before, where a field is empty. */
export function restoreTyped(form: HTMLFormElement): void {
  const typed = readTyped()
  if (Object.keys(typed).length > 0) wasFilledIn = true
  for (const control of controlsOf(form)) control.value ||= typed[control.name] ?? ''
}

/** What to fill in for a service. The form offers not all that have a page: then the details say it. */
function answersFor(asked: string | null): { service: string; message?: string } | undefined {
  const choice = serviceChoices.find((id) => id === asked)
  if (choice) return { service: choice }
  const id = detailServiceIds.find((serviceId) => serviceId === asked)
  if (!id) return undefined
  return { service: unsureServiceId, message: aboutService.replace('{service}', services[id].name) }
}

/**
 * Fills in the service that the address names, and takes it out of the address: after a reload the
 * form must not go back to it. The service goes over what was chosen before, because the visitor has
 * just come from its page; details that were typed stay.
 */
export function fillInAskedService(form: HTMLFormElement): void {
  const url = new URL(location.href)
  const answers = answersFor(url.searchParams.get(serviceParameter))
  if (!answers) return
  const { service, message } = form.elements as unknown as Record<string, HTMLSelectElement>
  if (service) service.value = answers.service
  if (message && !message.value) message.value = answers.message ?? ''
  url.searchParams.delete(serviceParameter)
  history.replaceState(history.state, '', url)
}
