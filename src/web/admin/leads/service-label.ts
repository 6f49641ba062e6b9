import { serviceChoiceLabels } from '#/content/services.ts'

/** What a service is called. An id that the form no longer offers stands for itself. */
export function serviceLabel(service: string): string {
  return (serviceChoiceLabels as Record<string, string>)[service] ?? service
}
