import { connect } from 'node:net'
import { waitUntil } from '#tests/support/machine/wait.ts'
import { type Machine, type MachineOptions, startMachine } from './machine.ts'

/** A program of the cluster, which can end and stand still, and comes back. */
export type Part = {
  name: string
  isUp: () => boolean
  /** Starts it if it does not run, lets it go on if it stands still, and waits until it listens. */
  restore: () => Promise<void>
  kill: () => Promise<void>
  pause: () => void
  signal: (name: NodeJS.Signals) => void
}

/** What a part is started with, and where it listens. */
export type PartOptions = MachineOptions & {
  name: string
  command: readonly string[]
  logFile: string
  listens: { host: string; port: number }
}

/** True if a program listens there. */
export function isListening({ host, port }: PartOptions['listens']): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const socket = connect({ host, port, timeout: 1_000 })
  socket.on('connect', () => resolve(true)).on('error', () => resolve(false))
  socket.on('timeout', () => resolve(false))
  return promise.finally(() => socket.destroy())
}

/** A part that does not run yet. */
export function makePart({ name, command, logFile, listens, ...options }: PartOptions): Part {
  let machine: Machine | undefined
  let isPaused = false
  const running = () => {
    if (!machine) throw new Error(`${name} does not run`)
    return machine
  }
  function start() {
    const started = startMachine(command, logFile, options)
    // It may end by itself, for example because its disk is full.
    started.ended.then(() => {
      if (machine === started) machine = undefined
    })
    return started
  }
  return {
    name,
    isUp: () => machine !== undefined && !isPaused,
    async restore() {
      if (isPaused) machine?.resume()
      isPaused = false
      machine ??= start()
      await waitUntil(`${name} listens`, () => isListening(listens), 30_000)
    },
    async kill() {
      const ending = machine
      machine = undefined
      isPaused = false
      await ending?.kill()
    },
    pause() {
      running().pause()
      isPaused = true
    },
    signal: (signal) => running().signal(signal),
  }
}
