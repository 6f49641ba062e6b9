import { aboutService } from '#/content/estimate-form.ts'
import { services } from '#/content/services.ts'
import { detailServiceIds, serviceChoices } from '#/contracts/site/services.ts'
import { serviceParameter } from '#/contracts/site-routes.ts'

/** What to fill in for a service. The form offers not all that have a page: then the details say it. */
export function answersFor(
  asked: string | null,
): { service: string; message?: string } | undefined {
  const choice = serviceChoices.find((id) => id === asked)
  if (choice) return { service: choice }
  const id = detailServiceIds.find((serviceId) => serviceId === asked)
  if (!id) return undefined
  return { service: 'not-sure', message: aboutService.replace('{service}', services[id].name) }
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
