/** Work has not ended in time. */
export class NoAnswer extends Error {
  override name = 'NoAnswer'
}

/**
 * Rejects with `NoAnswer` if the work takes longer than `ms` milliseconds. The work itself goes on;
 * its result is ignored.
 */
export async function within<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  // A timer that is cleared costs less than a signal that is aborted, and each lead needs one.
  const timer = setTimeout(() => reject(new NoAnswer(`no answer within ${ms} ms`)), ms).unref()
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/** A submission may or may not have been stored, and the client is told so. */
export class Undecided extends Error {
  override name = 'Undecided'
  constructor(options?: ErrorOptions) {
    super('it is not known whether the submission was stored', options)
  }
}
