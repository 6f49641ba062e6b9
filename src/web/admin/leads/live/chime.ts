/** Two soft notes: hertz, and seconds from the first. */
const notes = [
  { frequency: 659.25, at: 0 },
  { frequency: 880, at: 0.14 },
]

const noteSeconds = 0.5
const loudness = 0.12

let context: AudioContext | undefined

/** Plays the sound of a new request. A browser keeps silent until someone has touched the page. */
export async function chime(): Promise<void> {
  context ??= new AudioContext()
  if (context.state === 'suspended') await context.resume()
  for (const { frequency, at } of notes) {
    const start = context.currentTime + at
    const tone = new OscillatorNode(context, { frequency, type: 'sine' })
    const volume = new GainNode(context, { gain: 0 })
    volume.gain.setValueAtTime(0, start)
    volume.gain.linearRampToValueAtTime(loudness, start + 0.02)
    volume.gain.exponentialRampToValueAtTime(0.0001, start + noteSeconds)
    tone.connect(volume).connect(context.destination)
    tone.start(start)
    tone.stop(start + noteSeconds)
  }
}
