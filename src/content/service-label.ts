// Apart from services.ts, which visitors load: this is for the owner, mails and webhooks.
import { serviceChoiceLabels } from './services.ts'

/** The label of a lead's service; the id itself where the form no longer offers it. */
export function serviceLabel(service: string): string {
  return (serviceChoiceLabels as Record<string, string>)[service] ?? service
}
