import { setImmediate as letOthersRun } from 'node:timers/promises'
import fc from 'fast-check'

/** What came of one target. `failure` is the smallest input that fails, and how. */
export type Outcome = { name: string; inputs: number; slowestMs: number; failure?: string }

/** How much a target is given. Each batch has the next seed. */
type Portion = { seed: number; inputs: number }

/** Something that is given generated inputs. */
export type Target = {
  name: string
  /** Its part of all inputs, against the shares of the others. */
  share: number
  fuzz: (portion: Portion) => Promise<Outcome>
}

type Description<Input> = {
  name: string
  share: number
  inputs: fc.Arbitrary<Input>
  /** Throws where the input is not treated as it should be. */
  expectation: (input: Input) => void | Promise<void>
  longestMs: number
  /** It only computes, so it can be given an input again, and its shortest time counts. */
  isParser?: boolean
}

/** The time that this thread has had of a processor, whatever else the machine does. */
function processorMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

const batchSize = 2_000

/** Garbage of other inputs is not collected three times in a row. */
const mostTries = 3

/** Makes a target. Fails where an expectation does not hold, or takes too long each time. */
export function target<Input>(description: Description<Input>): Target {
  const { name, share, inputs: inputsOf, expectation, longestMs } = description
  const tries = description.isParser ? mostTries : 1

  async function timeOf(input: Input): Promise<number> {
    let shortest = Number.POSITIVE_INFINITY
    for (let tried = 0; tried < tries && shortest > longestMs; tried += 1) {
      const begun = processorMs()
      await expectation(input)
      shortest = Math.min(shortest, processorMs() - begun)
    }
    return shortest
  }

  async function fuzz({ seed, inputs }: Portion): Promise<Outcome> {
    let slowestMs = 0
    const property = fc.asyncProperty(inputsOf, async (input) => {
      const ms = await timeOf(input)
      if (ms > longestMs) throw new Error(`took ${ms.toFixed()} ms`)
      slowestMs = Math.max(slowestMs, ms)
    })
    for (let done = 0, batch = 0; done < inputs; batch += 1) {
      const numRuns = Math.min(batchSize, inputs - done)
      const result = await fc.check(property, { seed: seed + batch, numRuns })
      done += result.numRuns
      if (result.failed) {
        const failure = `${fc.defaultReportMessage(result)}\n${result.errorInstance}`
        return { name, inputs: done, slowestMs, failure }
      }
      await letOthersRun()
    }
    return { name, inputs, slowestMs }
  }

  return { name, share, fuzz }
}

/** A parser: whatever it is given costs it a moment. */
export function parserTarget<Input>(
  description: Omit<Description<Input>, 'longestMs' | 'isParser'>,
): Target {
  return target({ ...description, longestMs: 50, isParser: true })
}

/** Gives each target its part of N inputs. */
export function portions(
  targets: readonly Target[],
  inputs: number,
): { target: Target; inputs: number }[] {
  const total = targets.reduce((sum, { share }) => sum + share, 0)
  return targets.map((target) => ({
    target,
    inputs: Math.ceil((inputs * target.share) / total),
  }))
}
