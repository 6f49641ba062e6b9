/**
 * Every advisory lock with a number of its own. All processes of one installation must agree on
 * them, and no two may be the same.
 */
export const locks = {
  /** Shared: held by each process for as long as it uses the embedded server. */
  presence: 4_711_041,
  migration: 4_711_042,
  /** Confirmations to visitors are counted one after the other. */
  confirmations: 4_711_043,
  /** One process at a time folds the count deltas. */
  counts: 4_711_044,
  /** Two people who open the setup link at once must not both become the first admin. */
  setup: 4_711_045,
} as const
