/**
 * Marks tests that take many seconds: they start processes and databases of their own. Files and tests
 * carry it. `npm test` leaves them out, `npm run faults -- slow` runs them.
 */
export const slowTag = [{ name: 'slow' }]
