/**
 * The number of each advisory lock. All processes of one installation must use the same numbers,
 * and no two locks may have the same.
 */
export const locks = {
  /** One process at a time runs migrations. */
  migration: 4_711_042,
  /** One transaction at a time counts confirmations against their limits. */
  confirmations: 4_711_043,
  /** Two people who open the setup link at once must not both become the first admin. */
  setup: 4_711_045,
  /**
   * One transaction at a time chooses contractors: each sees the offers of the one before, so that
   * requests of the same second go to different ones. Taken with a lead held; after it only leads that
   * go with one that is held. Who changes several contractors takes it too.
   */
  asking: 4_711_052,
} as const
