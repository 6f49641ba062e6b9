import { useRef } from 'react'
import { serviceLabel } from '#/content/service-label.ts'
import type { LeadEntry } from '#/contracts/leads/leads.ts'
import { adminPaths } from '#/contracts/routes.ts'
import { withoutDirectionMarks } from '#/contracts/text.ts'
import { readPreference } from './preferences.ts'
import { useLeadEvents } from './use-live.ts'

/**
 * Alerts the owner of each new lead, as far as this browser's settings say: by a sound, and while
 * another window has the focus by a desktop notification.
 */
export function useAlerts(): void {
  // After a lost connection the server may send the same event twice.
  const alerted = useRef(new Set<number>())
  useLeadEvents({
    onLead({ lead, isNew }) {
      if (!isNew || alerted.current.has(lead.id)) return
      alerted.current.add(lead.id)
      if (readPreference('sound')) void playSound()
      if (readPreference('notices') && !document.hasFocus()) showDesktopNotice(lead)
    },
  })
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
