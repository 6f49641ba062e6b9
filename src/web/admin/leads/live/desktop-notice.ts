import type { LeadEntry } from '#/contracts/leads.ts'
import { adminPaths } from '#/contracts/routes.ts'
import { serviceLabel } from '../service-label.ts'

/** True where the browser has desktop notifications at all. */
export function canNotify(): boolean {
  return 'Notification' in globalThis
}

/** Asks for leave to notify; true if it was given. Must be called from a click. */
export async function askToNotify(): Promise<boolean> {
  return (await Notification.requestPermission()) === 'granted'
}

/** Tells the desktop of a new request. The tag makes several open windows say it once. */
export function notifyDesktop({ id, name, service }: LeadEntry): void {
  if (!canNotify() || Notification.permission !== 'granted') return
  try {
    const notice = new Notification(`New request from ${name}`, {
      body: serviceLabel(service),
      tag: `lead-${id}`,
    })
    notice.onclick = () => {
      window.focus()
      location.assign(`${adminPaths.leads}?lead=${id}`)
    }
  } catch {
    // Browsers of phones have the constructor and refuse it.
  }
}
