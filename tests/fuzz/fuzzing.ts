import { setImmediate as letOthersRun } from 'node:timers/promises'
import fc from 'fast-check'
import { processorMs } from '#tests/support/machine/processor-ms.ts'

/** Something that is given generated inputs. */
type Description<Input> = {
  name: string
  inputs: fc.Arbitrary<Input>
  /** Throws where the input is not treated as it should be. */
  expectation: (input: Input) => void | Promise<void>
  /** The most processor time that an input may take. */
  longestMs: number
  /** How often an input is given that takes longer: the shortest time counts. */
  mostTries: number
}

/** Gives so many inputs of a seed. Rejects with the smallest that fails. */
export type Fuzz = (inputs: number, seed: number) => Promise<void>

const batchSize = 2_000

/** Makes the function that looks for an input whose expectation does not hold, or takes too long each time. */
export function fuzzing<Input>(description: Description<Input>): Fuzz {
  const { name, inputs: inputsOf, expectation, longestMs, mostTries } = description
  async function timeOf(input: Input): Promise<number> {
    let shortest = Number.POSITIVE_INFINITY
    for (let tried = 0; tried < mostTries && shortest > longestMs; tried += 1) {
      const begun = processorMs()
      await expectation(input)
      shortest = Math.min(shortest, processorMs() - begun)
    }
    return shortest
  }
  const property = fc.asyncProperty(inputsOf, async (input) => {
    const ms = await timeOf(input)
    if (ms > longestMs) throw new Error(`${name} took ${ms.toFixed()} ms`)
  })
  return async (inputs, seed) => {
    // Each batch has the next seed.
    for (let done = 0, batch = 0; done < inputs; done += batchSize, batch += 1) {
      const numRuns = Math.min(batchSize, inputs - done)
      await fc.assert(property, { seed: seed + batch, numRuns })
      await letOthersRun()
    }
  }
}

/** A parser: whatever it is given costs it a moment. Garbage of other inputs is not collected three times in a row. */
export const fuzzingParser = <Input>(
  description: Omit<Description<Input>, 'longestMs' | 'mostTries'>,
): Fuzz => fuzzing({ ...description, longestMs: 50, mostTries: 3 })
