import { belowFold } from '../../below-fold.tsx'

/** The home page's sections between the summaries and the form. */
export const homeBelowFold = belowFold(async () => (await import('./below-fold.tsx')).BelowFold)
