/**
 * Marks tests that start processes and databases of their own, or look at every page at every width:
 * `npm run slow`. Files and tests carry it. `npm test` leaves them out, to stay below five minutes.
 */
export const slowTag = [{ name: 'slow' }]
