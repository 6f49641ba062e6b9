/*
 * Rules for what is dangerous, each written down only here; a test keeps other texts from saying
 * something else. What to do until help comes stands in `danger.ts`.
 */

/** Asks a visitor who has an emergency to call us. */
export const dangerLine = 'For gas, fire, a carbon monoxide alarm or heat stroke, call 911 first.'

/**
 * For a breaker that has tripped. Some manuals allow to reset it once; a visitor who does not know
 * why it tripped leaves it off.
 */
export const breakerRule = 'Leave the breaker off until a technician finds out why it tripped.'

/** For a burning smell. */
export const burningRule =
  'Switch it off at the breaker. If you see smoke or flames, get out and call 911.'
