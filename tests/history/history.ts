import { once } from 'node:events'
import { createWriteStream } from 'node:fs'

/** One request of a visitor, and what came of it. Times are of `Date.now`. */
export type Try = {
  /** The name in the request: it tells visitors apart, also in the tables and mails. */
  name: string
  /** What should become of it: a lead, or an answer that says what is wrong. */
  isValid: boolean
  submissionId: string
  /** The product that was asked. */
  place: number
  began: number
  ended: number
  /** Null if no answer came. */
  status: number | null
  /** The faults that were under way meanwhile. */
  faults: string[]
}

/** A fault that was made. */
export type FaultRecord = { fault: string; place: number; began: number; ended: number }

/** All that happened in a run, kept in memory for the check and on the disk for people. */
export type History = {
  tries: Try[]
  faults: FaultRecord[]
  addTry: (each: Try) => void
  addFault: (fault: FaultRecord) => void
  close: () => Promise<void>
}

/** Begins a history, which is also written to a file, a line of JSON for each thing that happens. */
export function beginHistory(file: string): History {
  const tries: Try[] = []
  const faults: FaultRecord[] = []
  const lines = createWriteStream(file)
  const write = (event: Try | FaultRecord) => lines.write(`${JSON.stringify(event)}\n`)
  return {
    tries,
    faults,
    addTry(each) {
      tries.push(each)
      write(each)
    },
    addFault(fault) {
      faults.push(fault)
      write(fault)
    },
    async close() {
      lines.end()
      await once(lines, 'close')
    },
  }
}
