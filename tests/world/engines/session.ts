import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

/** How long a browser may take to start. */
export const patience = { timeout: 30_000, interval: 50 }

/** An element in a page, as WebDriver refers to it. */
export type ElementReference = { 'element-6066-11e4-a52e-4f735466cecf': string }

/** The commands of WebDriver that the tests use, with their parameters. */
export type Commands = {
  Navigate: { url: string }
  Back: object
  Refresh: object
  ExecuteScript: { script: string; args: unknown[] }
  ElementClick: { id: string }
  ElementSendKeys: { id: string; text: string }
  SetWindowRect: { width: number; height: number }
}

/** A browser under remote control. */
export type Session = {
  send: <Name extends keyof Commands>(name: Name, parameters: Commands[Name]) => Promise<unknown>
  /** Ends the browser. */
  end: () => Promise<void>
}

/** What WebDriver calls an element in the parameters of a command. */
export const idOf = (element: ElementReference) => element['element-6066-11e4-a52e-4f735466cecf']

/** A program that runs beside the tests. */
type Program = { child: ChildProcess; end: () => Promise<void> }

/** Starts a program in a process group of its own, so that `end` also ends what it has started. */
export function startProgram(
  file: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Program {
  const child = spawn(file, args, {
    env: { ...process.env, ...env },
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const ended = once(child, 'exit')
  async function end() {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
    process.kill(-child.pid, 'SIGTERM')
    const late = setTimeout(() => process.kill(-(child.pid ?? 0), 'SIGKILL'), 5_000)
    await ended
    clearTimeout(late)
  }
  return { child, end }
}
