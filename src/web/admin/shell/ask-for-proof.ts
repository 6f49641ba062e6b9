import { useSyncExternalStore } from 'react'

/** The question that the dialog shows: it is told whether the person has proved who they are. */
type Question = { promise: Promise<boolean>; answer: (isProven: boolean) => void }

let question: Question | undefined
let tellDialog = () => {}

function subscribe(listener: () => void) {
  tellDialog = listener
  return () => {
    tellDialog = () => {}
  }
}

/** The question that is open, for the dialog. */
export const useProofQuestion = () =>
  useSyncExternalStore(
    subscribe,
    () => question,
    () => undefined,
  )

/** Has the dialog ask, once for all calls that wait; returns whether the person proved it. */
export function askForProof(): Promise<boolean> {
  if (question) return question.promise
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const asked = {
    promise,
    answer(isProven: boolean) {
      // It is called again when the dialog goes, and then there may be another question.
      if (question !== asked) return
      question = undefined
      tellDialog()
      resolve(isProven)
    },
  }
  question = asked
  tellDialog()
  return promise
}
