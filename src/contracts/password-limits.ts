/** The shortest and the longest password, in characters. Without zod, for the browser. */
export const passwordLimits = { min: 12, max: 128 } as const
