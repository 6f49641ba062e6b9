import { useEffect } from 'react'
import { serviceLabel } from '#/content/service-label.ts'
import type { LeadEntry } from '#/contracts/leads/leads.ts'
import { adminPaths } from '#/contracts/routes.ts'
import { withoutDirectionMarks } from '#/contracts/text.ts'
import { useServerData } from '../shell/server-data.ts'
import { noFilters, pagePath } from './lead-filters.ts'
import { readPreference } from './preferences.ts'

/** The most of the newest leads that are looked through for new ones. */
const mostLooked = 50

/** The highest number of a lead when the inbox was opened: numbers rise as leads come. */
let highestAtFirst: number | undefined

/** True for a lead that has come since the inbox was opened. */
export const isNewLead = (id: number): boolean =>
  highestAtFirst !== undefined && id > highestAtFirst

/** The new leads of which the owner was told. */
const told = new Set<number>()

/**
 * Alerts the owner of each new lead, as far as this browser's settings say: by a sound, and while
 * another window has the focus by a desktop notification.
 */
export function useAlerts(): void {
  const path = pagePath(noFilters, { order: 'newest', limit: mostLooked })
  const leads = useServerData<LeadEntry[]>(path).data
  useEffect(() => {
    if (!leads) return
    highestAtFirst ??= Math.max(0, ...leads.map(({ id }) => id))
    const come = leads.filter(({ id }) => isNewLead(id) && !told.has(id))
    if (come.length === 0) return
    for (const { id } of come) told.add(id)
    if (readPreference('sound')) void playSound()
    if (readPreference('notices') && !document.hasFocus()) come.forEach(showDesktopNotice)
  }, [leads])
}

/** Two soft notes: hertz, and seconds from the first. */
const notes = [
  { frequency: 659.25, at: 0 },
  { frequency: 880, at: 0.14 },
]

const noteSeconds = 0.5
const volume = 0.12

let context: AudioContext | undefined

/** Plays the sound of a new lead. Browsers play nothing until someone has clicked in the page. */
export async function playSound(): Promise<void> {
  context ??= new AudioContext()
  if (context.state === 'suspended') await context.resume()
  for (const { frequency, at } of notes) {
    const start = context.currentTime + at
    const tone = new OscillatorNode(context, { frequency, type: 'sine' })
    const fade = new GainNode(context, { gain: 0 })
    fade.gain.setValueAtTime(0, start)
    fade.gain.linearRampToValueAtTime(volume, start + 0.02)
    // An exponential ramp cannot end at 0.
    fade.gain.exponentialRampToValueAtTime(0.0001, start + noteSeconds)
    tone.connect(fade).connect(context.destination)
    tone.start(start)
    tone.stop(start + noteSeconds)
  }
}

/** True where the browser has desktop notifications at all. */
export function canShowNotices(): boolean {
  return 'Notification' in globalThis
}

/** Asks the user's permission; true if it was given. Must be called from a click. */
export async function askForNotices(): Promise<boolean> {
  return (await Notification.requestPermission()) === 'granted'
}

/** Several open windows show one notice: its tag is the lead's. */
function showDesktopNotice({ id, name, service }: LeadEntry): void {
  if (!canShowNotices() || Notification.permission !== 'granted') return
  try {
    const notice = new Notification(`New request from ${withoutDirectionMarks(name)}`, {
      body: serviceLabel(service),
      tag: `lead-${id}`,
    })
    notice.onclick = () => {
      window.focus()
      location.assign(`${adminPaths.leads}?lead=${id}`)
    }
  } catch {
    // Browsers of phones have the constructor, but it throws.
  }
}
